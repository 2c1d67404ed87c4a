import { setMaxListeners } from 'node:events';
import type { Requester } from '../../src/server/fair-turns.ts';
import { createLane, type Lane } from '../../src/server/reads/lane.ts';

/** A reader of a network, who stays, or goes with the signal. */
export const readerFrom = (from: string, gone: AbortSignal = new AbortController().signal): Requester => ({
  from,
  gone,
});

export const aReader = readerFrom('192.0.2.1');
// Tests ask as one reader many times at once.
setMaxListeners(0, aReader.gone);

/** The real lane of a server, with a gate before the work of each piece, and a list of those that have begun. */
export function createGatedLane() {
  const lane = createLane();
  let gate = Promise.resolve();
  let asked = 0;
  /** The networks whose pieces have begun, in their order. */
  const begun: string[] = [];
  /** The networks that came to wait for a piece of another. */
  const joined: string[] = [];
  const gated: Lane = {
    run(reader, work) {
      asked += 1;
      reader.others?.((from) => joined.push(from));
      return lane.run(reader, async () => {
        begun.push(reader.from);
        await gate;
        return work();
      });
    },
  };
  return {
    lane: gated,
    begun,
    joined,
    /** Pieces that were asked for. */
    get asked() {
      return asked;
    },
    /** Closes the gate; the returned function opens it. */
    close(): () => void {
      begun.length = 0;
      joined.length = 0;
      asked = 0;
      let open = () => {};
      gate = new Promise((resolve) => (open = resolve));
      return open;
    },
  };
}
