import { lazy, Suspense } from 'react';
import { InfoButton } from './info-button.tsx';
import type { TooltipTopic } from './tooltip-texts.ts';

/** Tooltips are loaded after the page: the parts that they explain have to be there first. */
const InfoTooltip = lazy(async () => {
  try {
    const module = await import('./info-tooltip.tsx');
    return { default: module.InfoTooltip };
  } catch {
    return { default: InfoButton };
  }
});

export function InfoTip({ topic }: { readonly topic: TooltipTopic }) {
  return (
    <Suspense fallback={<InfoButton topic={topic} />}>
      <InfoTooltip topic={topic} />
    </Suspense>
  );
}
