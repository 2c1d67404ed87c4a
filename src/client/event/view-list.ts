import type { Capability } from '../../domain/access/can.ts';
import type { OpenEvent } from './event-context.ts';

export interface TimerViewProps {
  readonly open: OpenEvent;
  /** Back to the board. */
  readonly onClose: () => void;
}

/** A screen of an event beside its board. */
export interface TimerView {
  /** In the address: `view=start`. */
  readonly id: ViewId;
  readonly label: string;
  readonly needs: Capability;
}

const before = [
  { id: 'start-list', label: 'Start list', needs: 'time' },
  { id: 'rules', label: 'Race rules', needs: 'configure' },
  { id: 'course', label: 'Course and conditions', needs: 'configure' },
  { id: 'runs', label: 'Runs', needs: 'configure' },
  { id: 'categories', label: 'Categories', needs: 'configure' },
  { id: 'teams', label: 'Teams', needs: 'configure' },
  { id: 'handicap', label: 'Handicap', needs: 'configure' },
  { id: 'check', label: 'Check this phone', needs: 'time' },
  { id: 'rehearsal', label: 'Rehearsal', needs: 'time' },
  { id: 'paper', label: 'Paper back-up', needs: 'time' },
] as const;

const timing = [
  { id: 'start', label: 'Start gate', needs: 'time' },
  { id: 'finish', label: 'Finish line', needs: 'time' },
  { id: 'splits', label: 'Splits', needs: 'time' },
  { id: 'out', label: 'Still out', needs: 'time' },
  { id: 'timers', label: 'Timekeepers', needs: 'time' },
  { id: 'stop', label: 'Stop the race', needs: 'time' },
] as const;

const after = [
  { id: 'rulings', label: 'DNS, DNF, DSQ', needs: 'time' },
  { id: 'official', label: 'Declare results official', needs: 'configure' },
  { id: 'screens', label: 'Screens', needs: 'manageScreens' },
  { id: 'shift', label: 'Move times', needs: 'time' },
] as const;

/** Opened from the exports of the menu, not from its race tools. */
export const exportView = { id: 'export', label: 'Print and export', needs: 'time' } as const;

export type ViewId = (typeof before | typeof timing | typeof after)[number]['id'] | typeof exportView.id;

/** In the order of the menu: what is done before the race, while it is timed, and on its result. */
export const viewList: readonly (readonly TimerView[])[] = [before, timing, after];
