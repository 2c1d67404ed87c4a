import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';

/** A gate that allows every kind of change that this release knows. */
export const alwaysOpen = { openSchema: () => SCHEMA_VERSION };
