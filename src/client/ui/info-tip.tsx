import { lazy, Suspense } from 'react';
import { InfoButton } from './info-button.tsx';
import type { TooltipTopic } from './tooltip-texts.ts';

/** Tooltips come after the page: what they explain has to be there first. */
const InfoTooltip = lazy(() =>
  import('./info-tooltip.tsx').then(
    (module) => ({ default: module.InfoTooltip }),
    () => ({ default: InfoButton }),
  ),
);

export function InfoTip({ topic }: { readonly topic: TooltipTopic }) {
  return (
    <Suspense fallback={<InfoButton topic={topic} />}>
      <InfoTooltip topic={topic} />
    </Suspense>
  );
}
