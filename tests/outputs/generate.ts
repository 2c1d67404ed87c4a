import { randomUUID } from 'node:crypto';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import { durationMs, epochMs } from '../../src/domain/units.ts';
import { createDice } from '../support/season.ts';
import { type Category, type Race, type Racer, type Ride, runOf, type Status, type Teams } from './oracle.ts';

/** Somebody who races: the same person in every event, so that a series has something to join. */
export interface Person {
  readonly racerId: string;
  readonly name: string;
  /** Somebody who was entered twice: in every other event under this name, and merged with the first. */
  readonly twin: { readonly racerId: string; readonly name: string } | null;
}

/** A race as the oracle knows it, and the commands that make the server know it. */
export interface Generated {
  readonly seed: number;
  readonly race: Race;
  readonly bodies: readonly EventCommandBody[];
}

/** Every name has a word that no other has, and initials that no other has. */
const NAMES = [
  'Ada Archer',
  'Bea van der Berg',
  '=Cy Cobb',
  "Di O'Dell <b>",
  'Éva Ekström',
  'Fay "Flash" Ford',
  'Gus Gray & Co',
  'Hal Hart',
  'Ida Ivory',
  'Jo Jansen',
  '+Kai Kern',
  'Lea Lund',
  'Max Mühl',
  'Ned Nash',
  'Ola Øst',
  'Pia Penn',
];

const TWINS = new Map([
  ['Bea van der Berg', 'Xenia Xylander'],
  ['Hal Hart', 'Yves Yates'],
]);

export const createPeople = (): Person[] =>
  NAMES.map((name) => {
    const twin = TWINS.get(name);
    return { racerId: randomUUID(), name, twin: twin === undefined ? null : { racerId: randomUUID(), name: twin } };
  });

/** As whom somebody races in the event of a seed. */
const racingAs = ({ twin, ...person }: Person, seed: number) => (twin !== null && seed % 2 === 1 ? twin : person);

/** In every third event both names are on the list, and one of them alone is used. */
const otherOf = ({ twin, ...person }: Person, seed: number) =>
  twin === null || seed % 3 !== 0 ? null : seed % 2 === 1 ? person : twin;

/** In the middle of a day, so that no time zone makes another year of it. */
const FIRST_DAY = Date.parse(`${new Date().getUTCFullYear()}-04-15T09:00:00Z`);
/** Each event has a day of its own, as long as there are no more of them. */
const DAYS = 150;
const dayOf = (seed: number) => FIRST_DAY + (seed % DAYS) * 86_400_000;
/** All on one course, so that their times are compared. No course here has a length (LOOK4). */
const COURSE = { name: 'Castle Hill', meters: null };

const RULES = [null, 'best', 'sum', 'mean', 'last'] as const;
const HANDICAPS = [null, null, 'time', 'plus', 'grade'] as const;
const TEAMS = [null, 'nth', null, 'sum', 'places'] as const;
const CATEGORIES: readonly Category[] = [
  { name: 'Women', group: null, gender: 'F', class: null, ages: null },
  { name: 'V40', group: null, gender: null, class: null, ages: [40, 49] },
  { name: 'Juniors', group: 'Youth', gender: null, class: null, ages: null },
  { name: 'Elite', group: null, gender: null, class: 'Elite', ages: null },
  { name: 'Seniorinnenmannschaftszeitfahrerinnen', group: null, gender: null, class: 'C2', ages: null },
];
const POINTS = [
  { line: 'p1', name: 'Bridge' },
  { line: 'p2', name: 'Top' },
];

/** The same race for the same seed. Twenty-five seeds in a row have every pair of run rule, handicap and team score. */
export function generate(seed: number, people: readonly Person[]): Generated {
  const roll = createDice((Math.imul(seed + 1, 0x9e_37_79_b1) ^ 0x5b_d1) >>> 0);
  for (let warm = 0; warm < 5; warm += 1) roll();
  const chance = (share: number) => roll() < share;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(roll() * items.length)]!;
  const [first, second] = [seed % 5, Math.floor(seed / 5) % 5];

  const rule = RULES[first]!;
  const count = rule === null ? 1 : pick([2, 2, 3]);
  const handicap = HANDICAPS[(first + second) % 5]!;
  const score = TEAMS[(first + 2 * second) % 5]!;
  const teams: Teams | null =
    score === null
      ? null
      : {
          of: pick(['team', 'club']),
          score,
          n: pick([1, 2, 2, 3]),
          displaces: chance(0.5),
          quota: chance(0.4) ? { gender: 'F', class: null, least: 1 } : null,
          startsTogether: chance(0.4),
        };
  const shows = [
    ...(teams === null || chance(0.25) ? [] : [teams.of]),
    ...['category', 'class', 'club', 'team'].filter((detail) => detail !== teams?.of && chance(0.6)),
  ];
  const runs = { count, counts: rule ?? ('best' as const), current: count > 1 && chance(0.2) ? count - 1 : count };
  const startPolicy = chance(0.15) ? ('schedule' as const) : ('tap' as const);
  const unit = pick([10, 10, 100, 1000]);
  const base: Omit<Race, 'racers'> = {
    name: `Race ${seed}`,
    year: new Date().getUTCFullYear(),
    precision: { unit, direction: pick(['down', 'up', 'halfUp', 'halfEven']) },
    ties: chance(0.3) ? 'higher-number-first' : 'shared',
    startPolicy,
    runs,
    handicap,
    teams,
    categories: chance(0.6) ? CATEGORIES.slice(0, pick([2, 3, 5])) : [],
    shows,
    points: chance(0.4) ? POINTS.slice(0, pick([1, 2])) : [],
    initialsOnly: chance(0.15),
    isOfficial: chance(0.3),
  };

  const isCalm = chance(0.25);
  /** A narrow band: some share a published time, and fewer a measured one. */
  const takes = () =>
    240_000 + Math.floor(roll() * 12) * Math.max(unit, 400) + (chance(0.3) ? 0 : Math.floor(roll() * unit));
  const status = (): Status => (!isCalm && chance(0.22) ? pick(['OTL', 'NP', 'DNF', 'DSQ', 'DNS'] as const) : 'OK');
  function ride(start: number): Ride {
    const fate = isCalm ? 1 : roll();
    const ruled = status();
    const isAway = fate < 0.05 || ruled === 'DNS';
    const isOut = fate < 0.13 || (ruled === 'DNF' && chance(0.7));
    // One that nobody can take, of which somebody says now and then that it is right.
    const isOdd = !isCalm && fate > 0.93 && fate <= 0.97;
    const ms = isOdd ? Math.floor(takes() / 3) : takes();
    const splits = Object.fromEntries(
      base.points.flatMap(({ line }, index) =>
        isAway || chance(0.15) ? [] : [[line, start + Math.floor((ms * (index + 1)) / 3)]],
      ),
    );
    return {
      start: isAway || (fate < 0.16 && fate >= 0.13) ? null : start,
      finish: isAway || isOut ? null : start + (fate > 0.97 && !isCalm ? -5_000 : ms),
      splits,
      status: ruled,
      penalties: [...(chance(0.12) ? [pick([5_000, 10_000, 30_000])] : []), ...(chance(0.08) ? [-3_000] : [])],
      isCorrected: false,
      isChecked: isOdd && fate > 0.955,
    };
  }
  const chosen = people.filter(() => chance(0.7));
  const bibs = chance(0.8);
  const racers = (chosen.length < 4 ? people.slice(0, 4) : chosen).map((person, index): Racer => {
    const { racerId, name } = racingAs(person, seed);
    const start = dayOf(seed) + index * 30_000;
    return {
      racerId,
      name,
      bib: !bibs || chance(0.1) ? null : chance(0.1) ? `00${index + 1}` : String(101 + ((index * 7) % 40)),
      groups: chance(0.25) ? ['Youth'] : [],
      born: chance(0.8) ? base.year - 18 - Math.floor(roll() * 40) : null,
      gender: pick(['M', 'F', 'F', 'X', null] as const),
      class: chance(0.4) ? pick(['Elite', 'C2']) : null,
      club: chance(0.75) ? pick(['Wheelers', 'wheelers ', 'Harriers', 'Rowers']) : null,
      team: chance(0.75) ? pick(['Red', 'Blue', 'RED', 'Green']) : null,
      category: chance(0.05) ? 'Guests' : null,
      handicapMs: handicap === null || chance(0.15) ? null : handicapOf(handicap, roll),
      plannedAt: startPolicy === 'schedule' && chance(0.8) ? start - 1_234 : null,
      runs: Array.from({ length: runs.current }, (_, run) => ride(start + run * 3_600_000)),
    };
  });
  const unused = racers.flatMap(({ racerId }) => {
    const person = people.find((each) => [each.racerId, each.twin?.racerId].includes(racerId))!;
    const other = otherOf(person, seed);
    return other === null ? [] : [notUsed(other, seed % 2 === 0)];
  });
  const declared: Race = { ...base, racers: [...racers, ...unused] };
  const hasRehearsal = chance(0.2);
  const race = base.isOfficial ? correctOne(declared) : declared;
  return {
    seed,
    race,
    bodies: [
      ...setUp(declared, hasRehearsal, dayOf(seed)),
      ...rides(declared),
      ...renames(declared),
      ...declare(declared, race),
    ],
  };
}

/** An entry that nobody started with, of which it was said now and then that nobody did. */
const notUsed = ({ racerId, name }: Pick<Person, 'racerId' | 'name'>, isSaid: boolean): Racer => ({
  racerId,
  name,
  bib: null,
  groups: [],
  born: null,
  gender: null,
  class: null,
  club: null,
  team: null,
  category: null,
  handicapMs: null,
  plannedAt: null,
  runs: [
    {
      start: null,
      finish: null,
      splits: {},
      status: isSaid ? 'DNS' : 'OK',
      penalties: [],
      isCorrected: false,
      isChecked: false,
    },
  ],
});

function handicapOf(rule: string, roll: () => number): number {
  const whole = Math.floor(roll() * 9) * 5_000;
  return rule === 'time' ? whole : rule === 'plus' ? 235_000 + whole : 180_000 + whole;
}

/** The first racer with a time gets a penalty after the declaration. */
function correctOne(race: Race): Race {
  const isIt = (racer: Racer) => {
    const ridden = racer.runs[0];
    return ridden?.status === 'OK' && ridden.start !== null && ridden.finish !== null && ridden.finish > ridden.start;
  };
  const one = race.racers.find(isIt);
  return one === undefined ? race : penalize(race, one.racerId, 1, 7_000, true);
}

export function penalize(race: Race, racerId: string, attempt: number, ms: number, isCorrected: boolean): Race {
  const changed = (ridden: Ride, index: number): Ride =>
    index === attempt - 1 ? { ...ridden, penalties: [...ridden.penalties, ms], isCorrected } : ridden;
  const racers = race.racers.map((racer) =>
    racer.racerId === racerId ? { ...racer, runs: racer.runs.map(changed) } : racer,
  );
  return { ...race, racers };
}

const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Key in keyof Fields]?: NonNullable<Fields[Key]>;
  };

function setUp(race: Race, hasRehearsal: boolean, day: number): EventCommandBody[] {
  const { racers, precision, runs, categories, shows, teams, handicap, ties, startPolicy, points } = race;
  const format = { course: COURSE, categories, shows, teams, handicap, attempts: { ...runs, current: 1 } } as never;
  // Run by run, as a race goes on.
  const later = Array.from({ length: runs.current - 1 }, (_, index) => ({
    type: 'format.set' as const,
    format: { attempts: { ...runs, current: index + 2 } },
  }));
  const settings = { ties, startPolicy, points } as never;
  const slots = racers.flatMap(({ racerId, plannedAt }, order) =>
    plannedAt === null ? [] : [{ racerId, order, at: epochMs(plannedAt) }],
  );
  const handicaps = racers.flatMap(({ racerId, handicapMs }) =>
    handicapMs === null ? [] : [{ racerId, handicap: { ms: handicapMs, source: 'Table' } }],
  );
  const anybody = racers[0]!.racerId;
  return [
    {
      type: 'entries.add',
      racers: racers.map(
        ({ racerId, name, bib, groups, born, gender, class: ofClass, club, team, category }, index) => ({
          racerId,
          name: isRenamed(index) ? misspell(name) : name,
          bib,
          groups,
          details: present({ born, gender, class: ofClass, club, team, category }),
        }),
      ),
    },
    { type: 'format.set', format },
    ...later,
    { type: 'race.configure', settings },
    { type: 'precision.set', precision: { ...precision, unit: durationMs(precision.unit) } },
    ...(race.initialsOnly ? [{ type: 'event.configure', initialsOnly: true } as const] : []),
    ...(handicaps.length > 0 ? [{ type: 'handicaps.set', given: handicaps } as const] : []),
    ...(slots.length > 0 ? [{ type: 'schedule.set', slots } as const] : []),
    ...(hasRehearsal
      ? ([
          { type: 'rehearsal.begin' },
          { type: 'tap.enter', line: 'start', racerId: anybody, to: epochMs(day) },
          { type: 'tap.enter', line: 'finish', racerId: anybody, to: epochMs(day + 1_000) },
          { type: 'status.set', racerId: racers.at(-1)!.racerId, attempt: 1, status: 'DSQ', reason: 'rehearsed' },
          { type: 'rehearsal.end', keeps: false },
        ] as const)
      : []),
  ];
}

function rides(race: Race): EventCommandBody[] {
  return race.racers.flatMap((racer) =>
    racer.runs.flatMap(({ start, finish, splits, status, penalties, isChecked }, index): EventCommandBody[] => {
      const { racerId } = racer;
      const attempt = index + 1;
      const { grossMs } = runOf(race, racer, attempt);
      const taps = Object.entries({ start, ...splits, finish }).filter(
        (tap): tap is [string, number] => tap[1] !== null,
      );
      return [
        ...taps.map(([line, at]) => ({ type: 'tap.enter' as const, line, racerId, attempt, to: epochMs(at) })),
        ...(status === 'OK' ? [] : [{ type: 'status.set', racerId, attempt, status, reason: 'ruled' } as const]),
        ...penalties.map((ms) => penalty(racerId, attempt, ms)),
        ...(isChecked && grossMs !== null
          ? [{ type: 'times.check', times: [{ racerId, attempt, ms: durationMs(grossMs) }] } as const]
          : []),
      ];
    }),
  );
}

export const penalty = (racerId: string, attempt: number, ms: number): EventCommandBody => ({
  type: 'adjustment.add',
  racerId,
  attempt,
  ms: durationMs(ms),
  reason: 'ruled',
});

/** Every fifth racer was entered by a wrong name, which nobody may read anywhere once it is put right. */
const isRenamed = (index: number): boolean => index % 5 === 2;
const misspell = (name: string): string => `${name} Mispelt`;

const renames = ({ racers }: Race): EventCommandBody[] =>
  racers.flatMap(({ racerId, name }, index) => (isRenamed(index) ? [{ type: 'entry.rename', racerId, name }] : []));

function declare(declared: Race, race: Race): EventCommandBody[] {
  if (!declared.isOfficial) return [];
  const corrected = race.racers.find(({ runs }) => runs[0]!.isCorrected);
  return [
    { type: 'official.set', note: 'Checked' },
    ...(corrected === undefined ? [] : [penalty(corrected.racerId, 1, 7_000)]),
  ];
}
