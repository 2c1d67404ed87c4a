import type { Line } from '../../../../domain/model/lines.ts';
import { attemptNow, type EventState } from '../../../../domain/model/state.ts';
import { isExpectedSoon } from '../../../../domain/results/expected-soon.ts';
import { readLeaderboard } from '../../../../domain/results/read-leaderboard.ts';
import { listLooks } from '../../../../domain/results/looks.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import type { OutboxRow } from '../../../sync/ports.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import type { Alerts } from '../../../ui/alert-dialog.tsx';
import { markCloseCalls, markPenalties } from '../../../leaderboard/board/marks.tsx';
import { describeChases } from '../../../leaderboard/lists/describe-chases.ts';
import { createAnswer } from '../../../timing/taps/answer-question.ts';
import { listRefusedTaps } from '../../../timing/taps/refused-taps.ts';
import { createExplain } from '../../../timing/taps/use-explain-refused.ts';
import { drawQuestions } from '../../../timing/taps/use-question-chips.tsx';
import { listQuestions } from '../../../timing/taps/use-questions.ts';
import { type ChipSteps, drawChips, drawRowless } from './draw-chips.tsx';
import type { WatchedTimes } from './watched-times.ts';

const isOfBoard = (line: Line): boolean => line === 'start' || line === 'finish';

/** Somebody is about to start or to finish. */
export const isSomeoneExpected = (event: EventState, now: EpochMs): boolean =>
  isExpectedSoon(event, ['start', 'finish'], now);

export interface LineWatchParts extends Pick<ChipSteps, 'onSettle'>, Pick<Alerts, 'confirm'> {
  readonly sync: SyncClient;
  readonly eventId: string;
  readonly timeZone: string;
}

/** Watches one event. The steps in its chips stay the same functions. */
export function createLineWatch({ sync, eventId, timeZone, confirm, onSettle }: LineWatchParts) {
  const steps = { onSettle, onExplain: createExplain(sync, { timeZone }, confirm) };
  const onAnswer = createAnswer(sync, eventId);
  return (event: EventState, rows: readonly OutboxRow[], asked: string): WatchedTimes => {
    const looks = listLooks(event);
    const refused = listRefusedTaps(rows, event, isOfBoard);
    const questions = listQuestions(event, asked);
    const unnamed = drawQuestions(event, questions, isOfBoard, onAnswer).byRacer;
    // The clocks are asked about the run that is timed now, whatever the leaderboard is made of.
    const { ranked } = readLeaderboard(event, { of: attemptNow(event), by: 'actual' });
    return {
      looks,
      chips: drawChips(event, { looks, refused, unnamed }, steps),
      refused: drawRowless({ sync, event }, refused),
      marks: markPenalties(ranked, markCloseCalls(ranked)),
      chases: describeChases(event),
    };
  };
}
