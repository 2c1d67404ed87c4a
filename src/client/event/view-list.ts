import type { Capability } from '../../domain/access/can.ts';
import type { EventState } from '../../domain/model/state.ts';
import { isGuest, type OpenEvent } from './event-context.ts';

export interface TimerViewProps {
  readonly open: OpenEvent;
  /** Back to the board. */
  readonly onClose: () => void;
}

/** Id of a view in the address: `view=start`. An address that was ever handed out keeps leading somewhere. */
export type ViewId =
  | ('rules' | 'course' | 'categories' | 'runs' | 'teams' | 'handicap')
  | ('check' | 'rehearsal' | 'paper' | 'start-list')
  | ('start' | 'finish' | 'camera' | 'splits' | 'out' | 'rulings' | 'timers' | 'shift' | 'stop')
  | ('official' | 'export' | 'screens');

/** A view beside the board: a page of its own, or a section of a tool's page. */
interface TimerView {
  readonly id: ViewId;
  readonly label: string;
  readonly needs: Capability;
  /** A view for accounts is not offered to guests, who could spoil too much there. */
  readonly isForAccounts?: true;
  /** Given for a view that most races do without: its section is left out until it is used, or asked for. */
  readonly isUsed?: (event: EventState) => boolean;
}

/** A line of the menu, and the page that it opens. */
export interface Tool {
  readonly label: string;
  /** The sections of its page; a single one is the page itself. */
  readonly views: readonly TimerView[];
  /** Its title names the run that is timed now. */
  readonly isOfRun?: true;
  /** A small race does without: it is left out of its menu until it is used, or asked for. */
  readonly isUsed?: (event: EventState) => boolean;
}

/** Tools in the order of a race day. */
export const tools: Readonly<Record<'before' | 'now' | 'after', readonly Tool[]>> = {
  before: [
    {
      label: 'Set up',
      views: [
        { id: 'rules', label: 'Rules', needs: 'configure' },
        { id: 'course', label: 'Course', needs: 'configure' },
        { id: 'categories', label: 'Categories', needs: 'configure' },
        {
          id: 'runs',
          label: 'Heats',
          needs: 'configure',
          isUsed: ({ format }) => format.attempts.count > 1,
        },
        { id: 'teams', label: 'Teams', needs: 'configure', isUsed: ({ format }) => format.teams !== null },
        { id: 'handicap', label: 'Handicap', needs: 'configure', isUsed: ({ format }) => format.handicap !== null },
      ],
    },
    {
      label: 'Before the race',
      isOfRun: true,
      views: [
        { id: 'check', label: 'Check this phone', needs: 'time' },
        { id: 'rehearsal', label: 'Rehearsal', needs: 'time' },
        { id: 'paper', label: 'Paper', needs: 'time' },
      ],
    },
    { label: 'Start list', views: [{ id: 'start-list', label: 'Start list', needs: 'time' }] },
  ],
  now: [
    { label: 'Start gate', views: [{ id: 'start', label: 'Start gate', needs: 'time' }] },
    { label: 'Finish line', views: [{ id: 'finish', label: 'Finish line', needs: 'time' }] },
    {
      label: 'Splits',
      views: [{ id: 'splits', label: 'Splits', needs: 'time' }],
      isUsed: ({ race }) => race.points.length > 0,
    },
    {
      label: 'Who is missing',
      isOfRun: true,
      views: [
        { id: 'out', label: 'Still out', needs: 'time' },
        { id: 'rulings', label: 'DNS, DNF, DSQ', needs: 'time' },
      ],
    },
    {
      label: 'Clocks and phones',
      views: [
        { id: 'timers', label: 'Timekeepers', needs: 'time' },
        { id: 'shift', label: 'Move times', needs: 'time', isForAccounts: true },
      ],
      isUsed: ({ taps }) => new Set(Object.values(taps).map(({ by }) => by.deviceId)).size > 1,
    },
    { label: 'Stop the race', views: [{ id: 'stop', label: 'Stop the race', needs: 'time' }] },
  ],
  after: [
    {
      label: 'Finish the race',
      views: [
        { id: 'official', label: 'Official', needs: 'configure' },
        { id: 'export', label: 'Print and export', needs: 'time' },
      ],
    },
  ],
};

/** Opened from the finish line: the menu of a phone is full. */
const camera: Tool = { label: 'Finish camera', views: [{ id: 'camera', label: 'Finish camera', needs: 'time' }] };

/** Opened from Share. */
const screens: Tool = { label: 'Screens', views: [{ id: 'screens', label: 'Screens', needs: 'manageScreens' }] };

/** The tool with that view, with those of its views alone that this person may open. Null where the view is none of them. */
export function findTool(id: string, open: OpenEvent): AllowedTool | null {
  const tool = [...Object.values(tools).flat(), camera, screens].find(({ views }) =>
    views.some((view) => view.id === id),
  );
  const allowed = tool === undefined ? null : allow(tool, open);
  return allowed?.views.some((view) => view.id === id) ? allowed : null;
}

export interface AllowedTool extends Tool {
  /** Its views stand on a page of the tool, also where one is left of them. */
  readonly hasSections: boolean;
}

/** A tool with the views that this person may open. With one view left, it has the name of the view. */
export function allow(tool: Tool, open: OpenEvent): AllowedTool | null {
  const views = tool.views.filter(
    ({ needs, isForAccounts }) => open.may(needs) && !(isForAccounts === true && isGuest(open)),
  );
  if (views.length === 0) return null;
  const label = views.length === 1 ? views[0]!.label : tool.label;
  return { ...tool, label, views, hasSections: tool.views.length > 1 };
}
