import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';

/** Everything that this release knows may be written. */
export const alwaysOpen = { openSchema: () => SCHEMA_VERSION };
