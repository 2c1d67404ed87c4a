import type { BestWords } from './bests.ts';
import { useEffect, useState } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { keepTrying } from '../../loading/keep-trying.ts';
import { useSame } from '../../ui/same.ts';

/** The board comes first: bests are requested once it has been shown for a while. */
const ASK_AFTER_MS = 1500;

/** Null until they are known, in events without a course, and in rehearsals. Asked again when a racer is added. */
export function useBests(event: EventState, mayAsk: boolean): BestWords | null {
  const { id, format, entries, rehearsal } = event;
  const wanted = useSame({ id, course: format.course });
  const isAsked = mayAsk && format.course !== null && rehearsal === null;
  const racers = isAsked ? Object.keys(entries).length : 0;
  const [known, setKnown] = useState<{ readonly of: typeof wanted; readonly words: BestWords } | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    const ask = async () => {
      const load = async () => (await import('./bests.ts')).loadBests(id);
      const words = await keepTrying(load, () => isOver);
      if (!isOver && words !== null) setKnown({ of: wanted, words });
    };
    const timer = setTimeout(() => void ask(), ASK_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [id, isAsked, wanted, racers]);
  return isAsked && known?.of === wanted ? known.words : null;
}
