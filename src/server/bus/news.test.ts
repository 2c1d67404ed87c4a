import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import type { Change } from '../../domain/model/changes.ts';
import { type EventNews, joinNews, newsOf, noNews } from './news.ts';

function newsAbout(more: (race: ReturnType<typeof createRace>) => void): EventNews {
  const race = createRace('a');
  const before = race.log.length;
  more(race);
  const changes: readonly Change[] = race.log.slice(before);
  return newsOf([{ event: race.event, changes }], []).events[0]!;
}

const ofTap = () => newsAbout((race) => race.run(tap('start', 'a')));

test('[UK11] news of a tap says that no list has changed, and stays so when it travels with others like it', () => {
  const news = ofTap();
  expect(news).toMatchObject({ lists: false, groups: false, people: [] });
  const joined = joinNews(joinNews(noNews, { events: [news] }), { events: [ofTap()] });
  expect(joined.events).toMatchObject([{ lists: false, groups: false }]);
});

test('[UK11] one that changes lists makes all that it travels with say so, and so does one that says nothing', () => {
  const news = ofTap();
  const { lists: _lists, groups: _groups, ...ofOlderNode } = news;
  for (const other of [{ ...news, lists: true, groups: true }, ofOlderNode]) {
    for (const events of [
      [news, other],
      [other, news],
    ]) {
      const joined = events.reduce((all, one) => joinNews(all, { events: [one] }), noNews);
      expect(joined.events).toMatchObject([{ lists: true, groups: true }]);
    }
  }
});
