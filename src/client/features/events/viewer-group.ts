/** A share group's page and what follows it, in one file for the viewer's entry. */
export { createFollowedGroups } from '../../sync/followed-groups.ts';
export { EventsPage } from './events-page.tsx';
