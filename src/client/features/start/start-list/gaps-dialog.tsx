import { useState } from 'react';
import { attemptNow } from '../../../../domain/model/state.ts';
import { startsFromHandicaps, startsFromTimes } from '../../../../domain/handicap/pursuit.ts';
import { counted } from '../../../../domain/language.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import type { Starter } from '../../../../domain/schedule/order.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { epochMs } from '../../../../domain/units.ts';
import type { ListedEvent } from '../../../../protocol/live.ts';
import { CheckOption } from '../../../ui/check-option.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { setHandicaps } from '../../../event/apply-handicaps.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { readEarlierTimes } from './earlier-results.ts';
import { firstStart } from '../../../event/print/list-words.ts';
import { nextRoundStart, StartMomentFields, useStartMoment } from './start-moment-fields.tsx';
import type { StartListActions } from './use-start-list.ts';

const MOST_SHOWN = 30;
const HANDICAPS = 'handicaps';
const RUN = 'run';

export interface GapsDialogProps {
  readonly open: OpenEvent;
  readonly starters: readonly Starter[];
  /** The user's other events that have results, the newest first. */
  readonly events: readonly ListedEvent[];
  readonly actions: StartListActions;
  readonly onClose: () => void;
}

/** A pursuit: everybody starts as far behind the leader as they were, or by their handicaps. */
export function GapsDialog({ open, starters, events, actions, onClose }: GapsDialogProps) {
  const { event, sync } = open;
  const { timeZone } = event;
  const before = attemptNow(event) - 1;
  const handicaps = new Map(
    starters.flatMap(({ racerId }) => {
      const handicap = event.entries[racerId]?.handicap;
      return handicap == null ? [] : [[racerId, handicap.ms]];
    }),
  );
  const sources = [
    ...(before > 0 ? [{ value: RUN, label: `Heat ${before} of this race` }] : []),
    ...(handicaps.size > 0 && event.format.handicap !== 'grade'
      ? [{ value: HANDICAPS, label: 'The handicaps of this race' }]
      : []),
    ...events.slice(0, MOST_SHOWN).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const [from, setFrom] = useState(sources[0]?.value ?? '');
  const [firstWins, setFirstWins] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const moment = useStartMoment(firstStart(starters) ?? nextRoundStart(sync.clock.now()), timeZone);
  const isByHandicap = from === HANDICAPS;
  // Times that count from the start list would alter results of racers who have started by a tap.
  const hasBegun = readResults(event).some(({ start }) => start !== null);
  // Runs that are added up rank the first across the line first, without anything else.
  const isAsked = from !== RUN && open.may('configure') && !hasBegun;

  async function readTimes(): Promise<ReadonlyMap<string, number> | null> {
    if (from !== RUN) return (await readEarlierTimes(sync, [from]))[0] ?? null;
    return new Map(
      readResults(event, before).flatMap(({ entry, duration }) =>
        duration === null ? [] : [[entry.racerId, duration]],
      ),
    );
  }

  async function place(): Promise<void> {
    const first = moment.at;
    if (first === null || busy) return;
    setBusy(true);
    const times = isByHandicap ? handicaps : await readTimes();
    setBusy(false);
    if (times === null) return setProblem('That result didn’t arrive. Check your connection and try again.');
    const isListed = new Set(starters.map(({ racerId }) => racerId));
    const known = new Map([...times].filter(([racerId]) => isListed.has(racerId)));
    if (known.size === 0) return setProblem('Nobody of this start list has a time there.');

    const starts = isByHandicap ? startsFromHandicaps(known) : startsFromTimes(known);
    const without = starters.filter(({ racerId }) => !starts.has(racerId));
    const slots = [
      ...[...starts].map(([racerId, offset], index) => ({ racerId, order: index + 1, at: epochMs(first + offset) })),
      ...without.map(({ racerId }, index) => ({ racerId, order: starts.size + index + 1, at: null })),
    ];
    const said =
      without.length === 0
        ? 'Pursuit start set'
        : `Start times set from gaps. ${counted(without.length, 'racer has', 'racers have')} none yet`;
    actions.place(slots, said, isAsked && firstWins ? rankAcrossTheLine(starts) : undefined);
    onClose();
  }

  /**
   * Racers are timed from their start in the list: with the gap added, the order of the times is the order across the
   * line. Handicaps of the race make that order already.
   */
  function rankAcrossTheLine(starts: ReadonlyMap<string, number>): () => void {
    const given = [...starts].map(([racerId, offset]) => ({ racerId, handicap: { ms: -offset, source: 'Pursuit' } }));
    const { startPolicy } = event.race;
    const configure = (policy: typeof startPolicy) =>
      void sync.recordForEvent(open.eventId, { type: 'race.configure', settings: { startPolicy: policy } });
    configure('schedule');
    const undo = setHandicaps(
      open,
      isByHandicap ? [] : given,
      isByHandicap && event.format.handicap === 'plus' ? 'plus' : 'time',
    );
    return () => {
      configure(startPolicy);
      undo();
    };
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Pursuit start"
      footer={
        sources.length > 0 && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={busy} disabled={moment.at === null} onClick={() => void place()}>
              Set start times
            </Button>
          </>
        )
      }
    >
      {sources.length === 0 ? (
        <EmptyState title="No gaps to start from">
          Your earlier events with finished racers appear here, and the handicaps of this race.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          {problem !== null && <Notice tone="bad">{problem}</Notice>}
          <SelectField label="Gaps from" value={from} options={sources} onChange={setFrom} />
          <StartMomentFields moment={moment} withTime />
          <p className="text-14 text-ink-2">
            {isByHandicap
              ? 'The racer with the largest handicap goes first, the one with the smallest last.'
              : 'The leader goes first, everyone else as many seconds later as they were behind.'}{' '}
            Gaps are full seconds. Racers without one stay at the end, without a start time.
            {from === RUN && ' With all heats added up, the first across the line leads.'}
          </p>
          {isAsked && (
            <CheckOption checked={firstWins} onChange={setFirstWins}>
              First across the line wins: times count from the start list
            </CheckOption>
          )}
          {hasBegun && (
            <Notice tone="info">Racers have started already, so the timing and ranking stay as they are.</Notice>
          )}
          {moment.at !== null && moment.at < sync.clock.now() && (
            <Notice tone="info">
              This first start, {formatTimeOfDay(moment.at, timeZone)}, is in the past. You can set it anyway.
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  );
}
