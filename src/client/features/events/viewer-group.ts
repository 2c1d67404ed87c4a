/** What few pages of the viewer's entry need: those of a share group, and of events with very many spectators. */
export { createFollowedGroups } from '../../sync/followed-groups.ts';
export { followRows } from '../../sync/follow-rows.ts';
export { EventsPage } from './events-page.tsx';
