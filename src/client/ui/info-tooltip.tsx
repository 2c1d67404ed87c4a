import { InfoButton } from './info-button.tsx';
import { type TooltipTopic, tooltipText } from './tooltip-texts.ts';
import { Tooltip, TooltipProvider } from './tooltip.tsx';

export function InfoTooltip({ topic }: { readonly topic: TooltipTopic }) {
  return (
    <TooltipProvider>
      <Tooltip text={tooltipText(topic)} opensOnPress>
        <InfoButton topic={topic} />
      </Tooltip>
    </TooltipProvider>
  );
}
