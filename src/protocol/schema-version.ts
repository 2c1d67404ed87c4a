/**
 * The version of everything that is sent or stored: messages, calls, changes, snapshots, a device's cache. It is raised
 * when anything is added to them; `tests/schema` fails where they change without it. Version 1 is Beta 0.23 and before; version 2
 * brought statuses, penalties and precision; version 3 the start list, splits, shifts and rehearsals; version 4 the names of the
 * owners of share groups; version 5 categories, attempts, teams, handicaps and official results,
 * screens, followers, tokens, series, and the format and the device's ascent of a run's file; version 6 taps that are moved
 * to another line; version 7 rows for viewers; version 8 stops of the race; version 9 problem details in refusals, times
 * that somebody has said to be right, times read off a camera, shared pictures of finishes, and more for programs.
 */
export const SCHEMA_VERSION = 9;

/** Pages of viewers that say this version, or a later one, are sent rows; others apply changes. */
export const ROWS_SINCE = 7;

/**
 * Header with the sender's schema version, on every call and answer, and in the address of the socket. A page of Beta 0.23
 * does not send it. The name is in lower case: Node reads headers under no other name, and every page would be taken for one
 * of Beta 0.23.
 */
export const SCHEMA_HEADER = 'pushoff-schema';
export const SCHEMA_QUERY = 'schema';

export function schemaIn(said: string | null | undefined): number {
  return said !== null && said !== undefined && /^\d{1,6}$/.test(said) ? Number(said) : 1;
}
