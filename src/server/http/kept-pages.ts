import type { Page } from './page-html.ts';
import type { EpochMs } from '../../domain/units.ts';
import type { Requester } from '../fair-turns.ts';
import { SharedWork } from '../reads/shared-work.ts';

export interface PublicPage {
  readonly page: Page;
  readonly isIndexed: boolean;
}

/** One rendering serves every viewer who opens the link within this time; later changes come live. */
const FRESH_MS = 2_000;
/** A page that took long to make is kept longer, so that making it takes no more than a twentieth of the time. */
const TIMES_ITS_MAKING = 20;
const MOST_KEPT = 200;
/** Limit on all kept pages together. */
const MOST_CHARACTERS = 50_000_000;

export interface KeptPages {
  /** The page of that name, made at most once for each version, however many requests ask for it. `make` works for all who wait. */
  get(
    name: string,
    version: string,
    reader: Requester,
    make: (all: Requester) => Promise<PublicPage>,
  ): Promise<PublicPage>;
}

interface KeptPage {
  readonly version: string;
  readonly page: SharedWork<PublicPage>;
  until: number;
  characters: number;
}

export function createKeptPages(clock: { now(): EpochMs }): KeptPages {
  /** Pages by name, the oldest first. */
  const kept = new Map<string, KeptPage>();

  function makeRoom(): void {
    let characters = 0;
    for (const each of kept.values()) characters += each.characters;
    for (const [name, each] of kept) {
      if (kept.size <= MOST_KEPT && characters <= MOST_CHARACTERS) break;
      characters -= each.characters;
      kept.delete(name);
    }
  }
  return {
    async get(name, version, reader, make) {
      const now = clock.now();
      const known = kept.get(name);
      const isGood = known?.version === version && now < known.until && !known.page.isLost;
      if (isGood) return known.page.wait(reader);
      const page = new SharedWork(reader, async (all) => {
        const done = await make(all);
        made.until = clock.now() + Math.max(FRESH_MS, TIMES_ITS_MAKING * (clock.now() - now));
        made.characters = done.page.html.length;
        makeRoom();
        return done;
      });
      const made: KeptPage = { version, page, until: Infinity, characters: 0 };
      kept.delete(name);
      kept.set(name, made);
      makeRoom();
      return page.wait(reader);
    },
  };
}
