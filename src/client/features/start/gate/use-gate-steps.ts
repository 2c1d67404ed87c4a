import { useState } from 'react';
import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import { attemptNow, type TapWay } from '../../../../domain/model/state.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { clockText } from '../../../../domain/schedule/countdown.ts';
import type { GateStart } from '../../../../domain/schedule/gate.ts';
import { skipRacers } from '../../../../domain/schedule/skip.ts';
import type { Reading } from '../../../../domain/timing/clock.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { type DurationMs, durationMs, epochMs } from '../../../../domain/units.ts';
import { split } from '../../../event/command-parts.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { nameRacer } from '../../../event/racer-words.ts';
import { type RecordTap, useRecorder } from '../../../timing/taps/use-recorder.ts';
import { offsetWords, policyWords } from './gate-words.ts';

const HOLD_MS = durationMs(30_000);

/** The last thing that was done at the gate, in the strip above the buttons. */
export interface GateStep {
  readonly message: string;
  readonly undo: () => void;
  /** The starts that it speaks of; one alone may have been kept without a name. */
  readonly tapIds?: readonly string[];
  /** A hold that grows with every press: how long, and for whom. */
  readonly held?: { readonly racerId: string; readonly ms: DurationMs };
}

export type Together = Pick<GateStart, 'racers' | 'team'>;

export interface GateSteps {
  readonly last: GateStep | null;
  readonly undoLast: () => void;
  readonly note: (step: GateStep) => void;
  readonly record: RecordTap;
  /** Starts these racers with one tap: each gets a start with the same reading. */
  readonly start: (racers: readonly EntryResult[], timeStamp: number, via?: TapWay) => Promise<void>;
  readonly hold: (toGo: GateStart) => void;
  /** One racer, or a team. */
  readonly skip: (start: Together) => void;
  readonly dns: (start: Together) => void;
  readonly undoStart: (racer: EntryResult) => void;
}

export function useGateSteps({ sync, eventId, event }: OpenEvent): GateSteps {
  const [last, setLast] = useState<GateStep | null>(null);
  const recordTap = useRecorder({
    sync,
    eventId,
    onRefused: (tapIds) => setLast((step) => (step?.tapIds?.some((id) => tapIds.includes(id)) ? null : step)),
  });
  const record = (body: EventCommandBody) => void sync.recordForEvent(eventId, body);
  const place = (slots: ReturnType<typeof skipRacers>['slots']) => {
    for (const part of split(slots)) record({ type: 'schedule.set', slots: part });
  };

  return {
    last,
    note: setLast,
    record: recordTap,
    undoLast() {
      last?.undo();
      setLast(null);
    },
    async start(racers, timeStamp, via) {
      const names = racers.map(({ entry }) => entry.name).join(', ');
      const kept = await recordTap({
        racerIds: racers.map(({ entry }) => entry.racerId),
        line: 'start',
        timeStamp,
        via,
        feedback: via === 'gate' ? null : 'start',
        lost: `${names}: this device could not keep the start. Tap again, and write the time down.`,
      });
      if (kept === null) return;
      const { tapIds, captured } = kept;
      setLast({
        message: startWords(racers, captured),
        tapIds,
        undo: () =>
          void sync.recordTogether(
            eventId,
            tapIds.map((tapId) => ({ type: 'tap.undo', tapId })),
          ),
      });
    },
    hold({ at, racers }) {
      if (at === null) return;
      record({ type: 'schedule.shift', from: at, ms: HOLD_MS });
      const [first] = racers as [EntryResult, ...EntryResult[]];
      const { racerId } = first.entry;
      const before = last?.held?.racerId === racerId ? last.held.ms : 0;
      const ms = durationMs(before + HOLD_MS);
      setLast({
        message: `Starts from ${nameRacer(first.entry)} delayed by ${clockText(ms / 1000)}`,
        held: { racerId, ms },
        // Everybody who was moved starts with the racer at the gate or later.
        undo: () => record({ type: 'schedule.shift', from: epochMs(at + HOLD_MS), ms: durationMs(-ms) }),
      });
    },
    skip(start) {
      const racerIds = start.racers.map(({ entry }) => entry.racerId);
      const { slots, back } = skipRacers(event, racerIds, sync.clock.now());
      place(slots);
      const at = slots.find(({ racerId }) => racerId === racerIds[0])?.at ?? null;
      const to = at === null ? 'goes to the end' : `goes at ${formatTimeOfDay(at, event.timeZone)}`;
      setLast({ message: `${nameStart(start)} ${to}`, undo: () => place(back) });
    },
    dns(start) {
      const racerIds = start.racers.map(({ entry }) => entry.racerId);
      const [racerId, ...others] = racerIds as [string, ...string[]];
      const set = (status: 'DNS' | 'OK') => {
        const of = { attempt: attemptNow(event), status, reason: '' };
        record(others.length > 0 ? { type: 'statuses.set', racerIds, ...of } : { type: 'status.set', racerId, ...of });
      };
      set('DNS');
      setLast({ message: `${nameStart(start)} did not start`, undo: () => set('OK') });
    },
    undoStart({ start }) {
      if (start === null) return;
      record({ type: 'tap.undo', tapId: start.id });
      setLast(null);
    },
  };

  function nameStart({ racers, team }: Together): string {
    return team ?? nameRacer(racers[0]!.entry);
  }

  function startWords(racers: readonly EntryResult[], captured: Reading): string {
    const at = sync.clock.place(captured).at;
    if (racers.length > 1) return `${racers.length} racers started, ${formatTimeOfDay(at, event.timeZone)}`;
    const [racer] = racers as [EntryResult];
    const listed = racer.entry.slot?.at ?? null;
    const time = formatTimeOfDay(at, event.timeZone);
    if (listed === null) return `${nameRacer(racer.entry)} started, ${time}`;
    const off = at - listed;
    const when =
      Math.abs(off) < 1000 ? `${time}, ${offsetWords(off)}` : `${offsetWords(off)}: ${policyWords(event.race, off)}`;
    return `${nameRacer(racer.entry)} started, ${when}`;
  }
}
