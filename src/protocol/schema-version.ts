/**
 * The version of everything that is sent or stored: messages, calls, changes, snapshots, what a device caches. It is raised
 * when anything is added to them; `tests/schema` fails where they change without it. Version 1 is Beta 0.23 and before.
 */
export const SCHEMA_VERSION = 2;
