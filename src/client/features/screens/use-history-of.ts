import { useEffect, useMemo, useState } from 'react';
import type { EarlierBest } from '../../../domain/history/earlier-bests.ts';
import { describeEarlier } from '../../../domain/history/words.ts';
import type { EventState } from '../../../domain/model/state.ts';
import type { BestsAnswer } from '../../../protocol/history.ts';
import { keepTrying } from '../../loading/keep-trying.ts';
import { readBests } from '../../session/read-bests.ts';
import type { HistoryOf } from './announcer-screen.tsx';

/** Earlier times on the event's course, one line for each racer. Asked again when a racer is added. */
export function useHistoryOf({ id, format, entries, timeZone, createdAt }: EventState): HistoryOf {
  const course = format.course && JSON.stringify(format.course);
  const racers = Object.keys(entries).length;
  const [bests, setBests] = useState<BestsAnswer['bests']>({});
  useEffect(() => {
    if (course === null) return setBests({});
    let isOver = false;
    const key = new URLSearchParams(location.search).get('screenKey');
    const read = () => readBests(id, key, { credentials: 'omit' });
    void keepTrying(read, () => isOver).then((found) => {
      if (!isOver && found !== null) setBests(found);
    });
    return () => {
      isOver = true;
    };
  }, [id, course, racers]);
  return useMemo(
    () => (racerId) => {
      const best = bests[racerId];
      return best === undefined || best.at === undefined
        ? null
        : describeEarlier(best as EarlierBest, createdAt, timeZone);
    },
    [bests, createdAt, timeZone],
  );
}
