import type { OpenEvent } from '../../event/event-context.ts';
import { describeRefused, type RefusedTap } from './refused-taps.ts';
import { RefusedChip } from './refused-chip.tsx';
import { useExplainRefused } from './use-explain-refused.ts';

export interface RefusedSummaryProps {
  readonly open: Pick<OpenEvent, 'sync' | 'event'>;
  readonly refused: readonly RefusedTap[];
}

/** Refused taps that have no row of their own: the oldest by its racer or time, and how many follow. */
export function RefusedSummary({ open: { sync, event }, refused }: RefusedSummaryProps) {
  const explain = useExplainRefused(sync, event);
  const [first] = refused;
  if (first === undefined) return null;
  const said = describeRefused(first, event, sync.clock.place);
  const label = refused.length === 1 ? said : `${said}, and ${refused.length - 1} more`;
  return <RefusedChip label={label} tap={first} onExplain={explain} />;
}
