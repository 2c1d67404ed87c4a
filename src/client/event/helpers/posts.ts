import type { Line } from '../../../domain/model/lines.ts';
import type { EventState } from '../../../domain/model/state.ts';
import { changeAddress, POST } from '../in-address.ts';
import type { OpenEvent } from '../event-context.ts';

export interface Post {
  readonly line: Line;
  readonly name: string;
}

/** Posts at which a timekeeper can stand, in the order of the course. */
export function listPosts({ race }: EventState): readonly Post[] {
  return [{ line: 'start', name: 'Start' }, ...race.points, { line: 'finish', name: 'Finish' }];
}

/** Name and post that this user has given. */
export const ownHelper = ({ event, shown }: OpenEvent) =>
  event.helpers.find(({ userId }) => userId === shown.actor.userId);

/** A helper who came by a link and has not said who they are: others read only 'Guest' beside their taps. */
export const isNameless = (open: OpenEvent): boolean => open.shown.actor.isAnonymous && ownHelper(open) === undefined;

/** The post that this user has named; null where there is none, or where it was taken off the course. */
export const ownPost = (open: OpenEvent): Post | null =>
  listPosts(open.event).find(({ line }) => line === ownHelper(open)?.post) ?? null;

/** Names of the others who have said that they stand at this line. */
export function namesAt({ event, shown }: OpenEvent, line: Line): readonly string[] {
  return event.helpers
    .filter(({ userId, post }) => post === line && userId !== shown.actor.userId)
    .map(({ name }) => name);
}

/** The screen of a post. The browser's Back leads from it to the board. */
export function openPost(line: Line): void {
  changeAddress({ [POST]: null, view: null, point: null }, 'replaceState');
  const isEnd = line === 'start' || line === 'finish';
  changeAddress(isEnd ? { view: line } : { view: 'splits', point: line }, 'pushState');
}

/** The phone's post is not on the course, or was never named: the page asks, and no tap falls on another line meanwhile. */
export function askForPost(line: Line | null): void {
  changeAddress({ [POST]: line ?? '', view: null, point: null }, 'replaceState');
}

export const isAsked = (): boolean => new URL(location.href).searchParams.has(POST);
