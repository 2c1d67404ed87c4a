import { memo, type ReactNode } from 'react';
import type { EndLine } from '../../../../domain/model/lines.ts';
import type { Entry } from '../../../../domain/model/state.ts';
import { RacerCard } from '../../../timing/rows/racer-card.tsx';
import type { ShowDetails } from '../../../timing/rows/racer-name.tsx';
import { TapButton } from '../../../timing/taps/tap-button.tsx';
import type { Tap } from '../../../timing/taps/timing-button.tsx';
import { isSame } from '../../../ui/same.ts';

export interface InactiveRowProps {
  /** `finish` on a phone at the finish line that may not hear of starts in time. */
  readonly line: EndLine;
  readonly isDisabled: boolean;
  readonly onTap: Tap;
  readonly onShow: ShowDetails | null;
  readonly entry: Entry;
  readonly chip: ReactNode;
}

export const InactiveRow = memo(function InactiveRow(props: InactiveRowProps) {
  const { entry, chip, line, isDisabled, onTap, onShow } = props;
  return (
    <RacerCard
      entry={entry}
      isPending={false}
      onShow={onShow}
      chip={chip}
      action={<TapButton line={line} entry={entry} isDisabled={isDisabled} onTap={onTap} />}
    >
      {entry.groups.length > 0 && <bdi>{entry.groups.join(' · ')}</bdi>}
    </RacerCard>
  );
}, isSame);
