import { shapes as ofRaces } from '../../src/server/http/openapi-shapes.ts';
import type { Calls } from '../../src/server/http/openapi.ts';
import { operations as callsOfRaces } from '../../src/server/http/operations.ts';
import { runOperations } from '../../src/telemetry/server/http/run-operations.ts';
import { runShapes } from '../../src/telemetry/server/http/run-shapes.ts';

/** Every call that the server answers, and what the answers look like. */
export const operations = [...callsOfRaces, ...runOperations];
export const shapes: Calls['shapes'] = { ...ofRaces, ...runShapes };
