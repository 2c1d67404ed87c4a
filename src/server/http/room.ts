/** Memory that requests may hold together, and how much of it for one address or account. */
export interface Room {
  /** Returns a function that gives the memory back; undefined if none is left. */
  take(who: string, bytes: number): (() => void) | undefined;
}

export function createRoom(whole: number, ofOne: number): Room {
  const heldBy = new Map<string, number>();
  let held = 0;
  return {
    take(who, bytes) {
      const before = heldBy.get(who) ?? 0;
      if (held + bytes > whole || before + bytes > ofOne) return undefined;
      held += bytes;
      heldBy.set(who, before + bytes);
      return () => {
        held -= bytes;
        const left = heldBy.get(who)! - bytes;
        if (left === 0) heldBy.delete(who);
        else heldBy.set(who, left);
      };
    },
  };
}
