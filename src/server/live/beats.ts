const PARTS = 20;

/** Visits each member once in every `everyMs`. */
export interface Beats<Member> {
  add(member: Member): void;
  delete(member: Member): void;
  stop(): void;
}

/**
 * A part of them at a time, spread over the interval: a sign of life to ten thousand at once takes as long as a change for
 * all of them, and a tap that comes in that moment would wait for it.
 */
export function createBeats<Member>(everyMs: number, visit: (member: Member) => void): Beats<Member> {
  const parts = Array.from({ length: PARTS }, () => new Set<Member>());
  let added = 0;
  let beat = 0;
  const timer = setInterval(() => {
    for (const member of parts[beat % PARTS]!) visit(member);
    beat += 1;
  }, everyMs / PARTS).unref();
  return {
    add(member) {
      parts[added % PARTS]!.add(member);
      added += 1;
    },
    delete(member) {
      for (const part of parts) if (part.delete(member)) return;
    },
    stop: () => clearInterval(timer),
  };
}
