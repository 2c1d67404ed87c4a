import type { OpenEvent } from '../event-context.ts';

/** A helper who came by a link and has not said who they are: others read only 'Guest' beside their taps. */
export function isNameless({ event, shown }: OpenEvent): boolean {
  const { userId, isAnonymous } = shown.actor;
  return isAnonymous && !event.helpers.some((helper) => helper.userId === userId);
}
