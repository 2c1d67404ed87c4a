import type { EnteredRacer } from '../../domain/events/commands.ts';
import { MAX_COMMANDS_BODY_BYTES } from '../../protocol/limits.ts';

const MOST_RACERS = 200;
/** Far below the limit of a request: a command that cannot be sent would wait on the device for ever. */
const MOST_BYTES = MAX_COMMANDS_BODY_BYTES / 4;
/** Most bytes in UTF-8 of a JSON text for each unit of its length. */
const BYTES_PER_UNIT = 3;

/** A command travels whole, so many racers are split over several; size counts, as names and groups can be long. */
export function splitRacers(racers: readonly EnteredRacer[]): EnteredRacer[][] {
  const parts: EnteredRacer[][] = [];
  let bytes = 0;
  for (const racer of racers) {
    const size = JSON.stringify(racer).length * BYTES_PER_UNIT;
    const part = parts.at(-1);
    if (part === undefined || part.length === MOST_RACERS || bytes + size > MOST_BYTES) {
      parts.push([racer]);
      bytes = size;
    } else {
      part.push(racer);
      bytes += size;
    }
  }
  return parts;
}
