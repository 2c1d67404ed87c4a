/**
 * The version of everything that is sent or stored: messages, calls, changes, snapshots, a device's cache. It is raised
 * when anything is added to them; `tests/schema` fails where they change without it. Version 1 is Beta 0.23 and before.
 */
export const SCHEMA_VERSION = 2;

/** The version goes with every call and answer, and in the address of the socket. A page of Beta 0.23 sends none. */
export const SCHEMA_HEADER = 'Pushoff-Schema';
export const SCHEMA_QUERY = 'schema';

export function schemaIn(said: string | null | undefined): number {
  return said !== null && said !== undefined && /^\d{1,6}$/.test(said) ? Number(said) : 1;
}
