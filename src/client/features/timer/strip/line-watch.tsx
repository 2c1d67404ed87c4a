import { useEffect, useMemo } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import { attemptNow, type EventState } from '../../../../domain/model/state.ts';
import { isExpectedSoon } from '../../../../domain/results/expected-soon.ts';
import { readLeaderboard } from '../../../../domain/results/read-leaderboard.ts';
import { type Doubt, listDoubts } from '../../../../domain/results/doubts.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { useCloseCallMarks } from '../../../leaderboard/board/close-call-marks.tsx';
import { usePenaltyMarks } from '../../../leaderboard/board/penalty-marks.tsx';
import { describeChases } from '../../../leaderboard/lists/describe-chases.ts';
import type { RacerNodes } from '../../../timing/rows/racer-list.tsx';
import { useRefusedTaps } from '../../../timing/taps/refused-taps.ts';
import { useUnnamed } from '../../../timing/taps/use-questions.ts';
import { useExplainRefused } from '../../../timing/taps/use-explain-refused.ts';
import { useQuestionChips } from '../../../timing/taps/use-question-chips.tsx';
import { type ChipSteps, useChips } from './use-chips.tsx';

/** What the board learns of its times besides the rows. */
export interface WatchedTimes {
  readonly doubts: readonly Doubt[];
  /** Times without a name that need a look. */
  readonly unnamed: number;
  readonly chips: RacerNodes;
  /** For rows of the leaderboard: too close to call, penalties. */
  readonly marks: ReturnType<typeof usePenaltyMarks>;
  /** How racers stand at the points of the course. */
  readonly chases: ReturnType<typeof describeChases>;
  readonly isExpectedSoon: (event: EventState, now: EpochMs) => boolean;
}

export interface LineWatchProps extends Pick<ChipSteps, 'onSettle'> {
  readonly event: EventState;
  readonly sync: SyncClient;
  readonly onWatched: (watched: WatchedTimes) => void;
}

const isExpected: WatchedTimes['isExpectedSoon'] = (event, now) => isExpectedSoon(event, ['start', 'finish'], now);

const isOfBoard = (line: Line): boolean => line === 'start' || line === 'finish';

/** Loaded after the board: until then the lists close up only when a person asks, and no row asks a question. */
export function LineWatch({ event, sync, onSettle, onWatched }: LineWatchProps) {
  const doubts = useMemo(() => listDoubts(event), [event]);
  const refused = useRefusedTaps(sync, event, isOfBoard);
  const onExplain = useExplainRefused(sync, event);
  const { byRacer } = useQuestionChips(event, sync, isOfBoard);
  const chips = useChips(event, { doubts, refused, unnamed: byRacer }, { onSettle, onExplain });
  const unnamed = useUnnamed(event).length;
  const chases = useMemo(() => describeChases(event), [event]);
  // The clocks are asked about the run that is timed now, whatever the leaderboard is made of.
  const { ranked } = readLeaderboard(event, { of: attemptNow(event), by: 'actual' });
  const marks = usePenaltyMarks(ranked, useCloseCallMarks(ranked));
  const watched = useMemo(
    () => ({ doubts, unnamed, chips, chases, marks, isExpectedSoon: isExpected }),
    [doubts, unnamed, chips, chases, marks],
  );
  useEffect(() => onWatched(watched), [watched, onWatched]);
  return null;
}
