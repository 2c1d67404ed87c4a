import type { LiveTimers } from './timers.ts';

const MOST_PARTS = 200;
const LEAST_MS = 100;

/** Visits each member once in every `everyMs`. */
export interface Beats<Member> {
  add(member: Member): void;
  delete(member: Member): void;
  stop(): void;
}

/**
 * Members are visited a few at a time, spread over the interval: a heartbeat to ten thousand at once takes as long as a
 * change for all of them, and a tap at that moment would wait; one to five hundred, and their answers, still showed in
 * the slowest hundredth.
 */
export function createBeats<Member>(
  timers: LiveTimers,
  everyMs: number,
  visit: (member: Member) => void,
): Beats<Member> {
  const count = Math.min(MOST_PARTS, Math.max(1, Math.floor(everyMs / LEAST_MS)));
  const parts = Array.from({ length: count }, () => new Set<Member>());
  const partOf = new Map<Member, Set<Member>>();
  let added = 0;
  let beat = 0;
  const stop = timers.every(everyMs / count, () => {
    for (const member of parts[beat % count]!) visit(member);
    beat += 1;
  });
  return {
    add(member) {
      const part = parts[added % count]!;
      part.add(member);
      partOf.set(member, part);
      added += 1;
    },
    delete(member) {
      partOf.get(member)?.delete(member);
      partOf.delete(member);
    },
    stop,
  };
}
