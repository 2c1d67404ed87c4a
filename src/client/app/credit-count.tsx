import { Tooltip, TooltipProvider } from '../ui/tooltip.tsx';
import { tooltipText } from '../ui/tooltip-texts.ts';
import { CreditFigure } from './credit-figure.tsx';

export function CreditCount({ credits }: { readonly credits: number }) {
  return (
    <TooltipProvider>
      <Tooltip text={tooltipText('credits')} side="bottom" opensOnPress>
        <CreditFigure credits={credits} />
      </Tooltip>
    </TooltipProvider>
  );
}
