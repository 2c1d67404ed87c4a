import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import { durationMs } from '../../src/domain/units.ts';
import { createRace, tap } from './event-history.ts';

const NAMES = ['=cmd|x', 'Mia van der Berg', 'Łukasz & Co <b>', 'Dee', 'Eve Long', 'Fay'];

/** Six racers in every state that a file has to tell: placed, disqualified, on course, waiting, not there. */
export function createExportedRace() {
  const race = createRace();
  const racers = NAMES.map((name, index) => ({
    racerId: `r${index}`,
    name,
    groups: index % 2 === 0 ? ['Women'] : [],
    bib: index === 0 ? '007' : String(index),
  }));
  const run = (body: EventCommandBody, second: number) => {
    const { refused } = race.run(body, { second });
    if (refused !== null) throw new Error(JSON.stringify(refused));
  };
  run({ type: 'entries.add', racers }, 1);
  run({ type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Bridge' }] } }, 2);
  for (const [index, start] of [100, 130, 160, 190].entries()) run(tap('start', `r${index}`), start);
  run({ ...tap('start', 'r0'), line: 'p1' }, 400);
  run(tap('finish', 'r0'), 3_845.678);
  run(tap('finish', 'r1'), 3_800.5);
  run(tap('finish', 'r2'), 3_900);
  run({ type: 'adjustment.add', racerId: 'r1', attempt: 1, ms: durationMs(30_000), reason: 'Cone' }, 4000);
  run({ type: 'status.set', racerId: 'r2', attempt: 1, status: 'DSQ', reason: 'Cut the course' }, 4001);
  run({ type: 'status.set', racerId: 'r4', attempt: 1, status: 'DNS', reason: '' }, 4002);
  return race.event;
}

/** The same race in two categories, by the first group of a racer. */
export function createExportedCategories() {
  const event = createExportedRace();
  const category = { gender: null, class: null, ages: null };
  const categories = [
    { name: 'Women', group: 'Women', ...category },
    { name: 'Open', group: null, ...category },
  ];
  return { ...event, format: { ...event.format, categories, course: { name: 'River road', meters: 16_093 } } };
}
