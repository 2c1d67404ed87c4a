import { useMemo } from 'react';
import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import { listStarters, moveStarter, type Starter } from '../../../../domain/schedule/order.ts';
import { arrange, type PlacedStarter, placeBetween } from '../../../../domain/schedule/slots.ts';
import type { DurationMs, EpochMs } from '../../../../domain/units.ts';
import { errors } from '../../../../protocol/errors.ts';
import { awaitAnswer } from '../../../sync/await-answer.ts';
import { showToast } from '../../../ui/toast.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import { split } from '../../../event/command-parts.ts';
import { recordAndHear } from '../../../event/await-answer.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { type GivenNumber, giveNumbers } from './give-numbers.ts';

const PATIENCE_MS = 10_000;

export interface StartListActions {
  /** The whole list in another order; times stay where they are. */
  readonly reorder: (starters: readonly Starter[], said: string) => void;
  /** The whole list with these places and times. `undoMore`: taken back together with them. */
  readonly place: (slots: readonly PlacedStarter[], said: string, undoMore?: () => void) => void;
  readonly move: (racerId: string, to: number) => void;
  readonly shift: (from: EpochMs, ms: DurationMs) => void;
  readonly number: (bibs: readonly GivenNumber[], said: string) => void;
}

/** Records one after the other, and says why where the server refuses. */
export async function recordAll(open: OpenEvent, bodies: readonly EventCommandBody[]): Promise<boolean> {
  for (const body of bodies) {
    const outcome = await recordAndHear(open.sync, open.eventId, body);
    if (outcome.kind !== 'refused') continue;
    showToast(errors[outcome.code].text, { tone: 'bad' });
    return false;
  }
  return true;
}

/**
 * Only racers whose place changes are sent. A long list is sent in parts, and each part names the command before it as
 * the one that arranged the list: a part that comes after another phone's change is refused.
 */
export async function recordPlaces(open: OpenEvent, slots: readonly PlacedStarter[]): Promise<boolean> {
  const changed = slots.filter(({ racerId, order, at }) => {
    const slot = open.event.entries[racerId]?.slot;
    return slot?.order !== order || slot.at !== at;
  });
  let was = open.event.arrangedBy;
  for (const part of split(changed)) {
    const { command } = await open.sync.recordForEvent(open.eventId, { type: 'schedule.set', slots: part, was });
    was = command.id;
    void hear(open, command.id);
  }
  return changed.length > 0;
}

async function hear(open: OpenEvent, commandId: string): Promise<void> {
  const outcome = await awaitAnswer(open.sync, [commandId], PATIENCE_MS);
  if (outcome.kind !== 'refused') return;
  void open.sync.dismiss(commandId);
  showToast(errors[outcome.code].text, { tone: 'bad' });
}

export function useStartList(open: OpenEvent): { starters: readonly Starter[]; actions: StartListActions } {
  const { entries } = open.event;
  const starters = useMemo(() => listStarters(entries), [entries]);

  async function place(slots: readonly PlacedStarter[], said: string, undoMore?: () => void): Promise<void> {
    const before = starters.map(({ racerId, order, at }, index) => ({ racerId, order: order ?? 1e5 + index, at }));
    if (!(await recordPlaces(open, slots)) && undoMore === undefined) return;
    showUndo({
      message: said,
      undo: () => {
        const event = open.sync.event(open.eventId).getSnapshot().event;
        if (event !== null) void recordPlaces({ ...open, event }, before);
        undoMore?.();
      },
    });
  }

  const actions: StartListActions = {
    reorder: (ordered, said) => void place(arrange(ordered), said),
    place: (slots, said, undoMore) => void place(slots, said, undoMore),
    move(racerId, to) {
      const slot = placeBetween(starters, racerId, to);
      if (slot === null) void recordPlaces(open, arrange(moveStarter(starters, racerId, to)));
      else void recordAll(open, [{ type: 'schedule.set', slots: [slot] }]);
    },
    shift(from, ms) {
      void recordAll(open, [{ type: 'schedule.shift', from, ms }]);
      const back = (from + ms) as EpochMs;
      showUndo({
        message: 'Start times moved',
        undo: () => void recordAll(open, [{ type: 'schedule.shift', from: back, ms: -ms as DurationMs }]),
      });
    },
    number(bibs, said) {
      const before = bibs.map(({ racerId }) => ({ racerId, bib: entries[racerId]?.bib ?? null }));
      void recordAll(open, giveNumbers(bibs)).then((isDone) => {
        if (isDone) showUndo({ message: said, undo: () => void recordAll(open, giveNumbers(before)) });
      });
    },
  };
  return { starters, actions };
}
