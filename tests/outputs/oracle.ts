/**
 * What a race says, worked out from the rules in `docs/spec` and from nothing else. It imports nothing of `src`: a rule
 * that is wrong there must be wrong here too before an output that follows it passes. Written to be read beside the
 * specification, not to be fast.
 */
export const STATUSES = ['OK', 'OTL', 'NP', 'DNF', 'DSQ', 'DNS'] as const;
export type Status = (typeof STATUSES)[number];
type Rule = 'best' | 'sum' | 'mean' | 'last';
type HandicapRule = 'time' | 'plus' | 'grade';

export interface Racer {
  readonly racerId: string;
  readonly name: string;
  readonly bib: string | null;
  readonly groups: readonly string[];
  readonly born: number | null;
  readonly gender: 'M' | 'F' | 'X' | null;
  readonly class: string | null;
  readonly club: string | null;
  readonly team: string | null;
  /** Chosen by somebody: comes before all rules. */
  readonly category: string | null;
  readonly handicapMs: number | null;
  /** The planned start of the run that is timed now. */
  readonly plannedAt: number | null;
  readonly runs: readonly Ride[];
}

/** One run of one racer as it was measured and ruled. */
export interface Ride {
  readonly start: number | null;
  readonly finish: number | null;
  readonly splits: Readonly<Record<string, number>>;
  readonly status: Status;
  readonly penalties: readonly number[];
  /** Its result has changed since the results were declared official. */
  readonly isCorrected: boolean;
  /** LOOK3: somebody has said that its time is right. */
  readonly isChecked: boolean;
}

export interface Category {
  readonly name: string;
  readonly group: string | null;
  readonly gender: 'M' | 'F' | 'X' | null;
  readonly class: string | null;
  readonly ages: readonly [number, number] | null;
}

export interface Teams {
  readonly of: 'team' | 'club';
  readonly score: 'nth' | 'sum' | 'places';
  readonly n: number;
  readonly displaces: boolean;
  readonly quota: {
    readonly gender: 'M' | 'F' | 'X' | null;
    readonly class: string | null;
    readonly least: number;
  } | null;
  readonly startsTogether: boolean;
}

export interface Race {
  readonly name: string;
  /** Ages are those that are reached in this year. */
  readonly year: number;
  readonly precision: { readonly unit: number; readonly direction: 'down' | 'up' | 'halfUp' | 'halfEven' };
  readonly ties: 'shared' | 'higher-number-first';
  readonly startPolicy: 'tap' | 'schedule';
  readonly runs: { readonly count: number; readonly counts: Rule; readonly current: number };
  readonly handicap: HandicapRule | null;
  readonly teams: Teams | null;
  readonly categories: readonly Category[];
  readonly shows: readonly string[];
  readonly points: readonly { readonly line: string; readonly name: string }[];
  readonly initialsOnly: boolean;
  readonly isOfficial: boolean;
  readonly racers: readonly Racer[];
}

/** CA4: what one run of one racer comes to. */
export interface RunResult {
  readonly racerId: string;
  readonly attempt: number;
  readonly status: Status;
  readonly startAt: number | null;
  readonly finishAt: number | null;
  readonly splits: Readonly<Record<string, number>>;
  readonly grossMs: number | null;
  readonly penaltyMs: number;
  readonly netMs: number | null;
  readonly publishedMs: number | null;
  /** RES2: the time of who is over the limit or not placed, which has no rank. */
  readonly outsideMs: number | null;
  readonly state: 'finished' | 'on course' | 'waiting' | 'to be settled' | 'out';
  readonly isCorrected: boolean;
  readonly isChecked: boolean;
}

/** One racer of a ranking: of one run, or of all. */
export interface Placed {
  readonly racer: Racer;
  readonly category: string | null;
  readonly status: Status;
  readonly ms: number | null;
  /** Of one run: several together have none. */
  readonly outsideMs: number | null;
  readonly rank: number | null;
  readonly gap: number | null;
  readonly categoryRank: number | null;
  /** `time`, `plus`: milliseconds; `grade`: hundredths of a per cent. */
  readonly adjusted: number | null;
  readonly adjustedRank: number | null;
  readonly adjustedGap: number | null;
  readonly adjustedCategoryRank: number | null;
  /** The run that is timed now; of a ranking of one run, that run. */
  readonly now: RunResult;
  readonly runs: readonly RunResult[];
  /** The runs that the total is made of, and those that keep the racer from one. */
  readonly of: readonly number[];
  readonly missing: readonly number[];
  /** LOOK4: its time, or one that it is made of, is marked. */
  readonly isToCheck: boolean;
}

/** Racers who may stand in any order among themselves: nothing in the rules parts them. */
export type Order = readonly (readonly string[])[];

export interface Ranking {
  readonly placed: ReadonlyMap<string, Placed>;
  readonly actual: Order;
  readonly adjusted: Order;
}

interface TeamPlace {
  /** As it is compared: without capitals and spaces at its ends. */
  readonly key: string;
  readonly rank: number | null;
  readonly score: number | null;
  readonly gap: number | null;
  readonly missing: number;
  readonly missingOfQuota: number;
  readonly counting: ReadonlySet<string>;
  readonly members: readonly string[];
  readonly places: ReadonlyMap<string, number>;
}

export type Way = 'team' | 'adjusted' | 'actual';

export interface Expected {
  readonly race: Race;
  readonly total: Ranking;
  readonly ofRun: readonly Ranking[];
  readonly teams: readonly TeamPlace[];
  /** The event's own way of ranking, for the owner and for those who see what viewers see. */
  readonly way: { readonly admin: Way; readonly viewer: Way };
}

export function expectOf(race: Race): Expected {
  const total = rank(race, null);
  const teams = race.teams === null ? [] : rankTeams(race, race.teams, total);
  // A team time trial is about its teams, for everybody who sees them.
  const wayFor = (areTeamsSeen: boolean): Way => (areTeamsSeen && isTeamTrial(race) ? 'team' : wayOfRacers(race));
  return {
    race,
    total,
    ofRun: Array.from({ length: race.runs.count }, (_, index) => rank(race, index + 1)),
    teams,
    way: { admin: wayFor(true), viewer: wayFor(race.teams !== null && race.shows.includes(race.teams.of)) },
  };
}

const isTeamTrial = ({ teams }: Race): boolean => teams?.startsTogether === true;

/** The order of racers, where racers are listed. */
export const wayOfRacers = (race: Race): Exclude<Way, 'team'> => (race.handicap === null ? 'actual' : 'adjusted');

/** RES4, RES5, RC7. */
export function runOf(race: Race, racer: Racer, attempt: number): RunResult {
  const ride = racer.runs[attempt - 1] ?? NO_RIDE;
  const isPlanned = race.startPolicy === 'schedule' && racer.plannedAt !== null && attempt === race.runs.current;
  const wasSeen = ride.start !== null || ride.finish !== null;
  const startAt = isPlanned && wasSeen ? racer.plannedAt : ride.start;
  const finishAt = ride.finish;
  const elapsed = startAt === null || finishAt === null ? null : finishAt - startAt;
  const grossMs = elapsed !== null && elapsed >= 0 ? elapsed : null;
  const penaltyMs = ride.penalties.reduce((sum, ms) => sum + ms, 0);
  const netMs = grossMs === null ? null : Math.max(0, grossMs + penaltyMs);
  const shownMs = netMs === null ? null : round(race, netMs, 1);
  return {
    racerId: racer.racerId,
    attempt,
    status: ride.status,
    startAt,
    finishAt,
    splits: ride.splits,
    grossMs,
    penaltyMs,
    netMs,
    publishedMs: ride.status === 'OK' ? shownMs : null,
    outsideMs: ride.status === 'OTL' || ride.status === 'NP' ? shownMs : null,
    state: stateOf(ride.status, startAt, finishAt, elapsed),
    isCorrected: ride.isCorrected,
    isChecked: ride.isChecked,
  };
}

const NO_RIDE: Ride = {
  start: null,
  finish: null,
  splits: {},
  status: 'OK',
  penalties: [],
  isCorrected: false,
  isChecked: false,
};

/** OF4, LOOK4: less than half of the median of five or more, by ten seconds, of at most a quarter. No course here has a length. */
function isOdd(race: Race, { attempt, grossMs, publishedMs, isChecked }: RunResult): boolean {
  if (publishedMs === null || isChecked) return false;
  const all = race.racers
    .map((racer) => runOf(race, racer, attempt))
    .filter((run) => run.publishedMs !== null)
    .map((run) => run.grossMs!)
    .toSorted((one, other) => one - other);
  if (all.length < 5) return false;
  const half = all.length / 2;
  const median = all.length % 2 === 1 ? all[Math.floor(half)]! : (all[half - 1]! + all[half]!) / 2;
  const isShort = (gross: number) => gross < median / 2 && gross < median - 10_000;
  return isShort(grossMs!) && all.filter(isShort).length * 4 <= all.length;
}

function stateOf(
  status: Status,
  start: number | null,
  finish: number | null,
  elapsed: number | null,
): RunResult['state'] {
  if (status !== 'OK') return 'out';
  if (elapsed !== null) return elapsed >= 0 ? 'finished' : 'to be settled';
  if (start !== null) return 'on course';
  return finish === null ? 'waiting' : 'to be settled';
}

/** RES5, in whole numbers: `num / den` milliseconds at the event's precision. */
function round({ precision: { unit, direction } }: Race, num: number, den: number): number {
  const whole = Math.floor(num / (den * unit));
  const rest = num - whole * den * unit;
  const half = 2 * rest - den * unit;
  const up = {
    down: false,
    up: rest > 0,
    halfUp: half >= 0,
    halfEven: half > 0 || (half === 0 && Math.abs(whole) % 2 === 1),
  }[direction];
  return (whole + (up ? 1 : 0)) * unit;
}

interface Total {
  readonly ms: number | null;
  readonly status: Status;
  readonly of: readonly number[];
  readonly missing: readonly number[];
}

/** CA5, and the status of several runs. */
function totalOf(race: Race, runs: readonly RunResult[]): Total {
  const { count, counts, current } = race.runs;
  if (count === 1) {
    const { publishedMs, status } = runs[0]!;
    return { ms: publishedMs, status, of: [], missing: [] };
  }
  const begun = runs.slice(0, current);
  const ruled = runs.filter(({ status }) => status !== 'OK');
  if (counts === 'best' || counts === 'last') {
    const timed = runs.filter(({ publishedMs }) => publishedMs !== null);
    if (timed.length === 0) {
      const mildest = STATUSES.find((status) => ruled.some((run) => run.status === status)) ?? 'OK';
      return { ms: null, status: mildest, of: [], missing: begun.map(({ attempt }) => attempt) };
    }
    const best = Math.min(...timed.map(({ publishedMs }) => publishedMs!));
    const chosen = counts === 'last' ? timed.at(-1)! : timed.find(({ publishedMs }) => publishedMs === best)!;
    return { ms: chosen.publishedMs, status: 'OK', of: [chosen.attempt], missing: [] };
  }
  const missing = begun.filter(({ publishedMs }) => publishedMs === null).map(({ attempt }) => attempt);
  if (missing.length > 0) return { ms: null, status: ruled[0]?.status ?? 'OK', of: [], missing };
  const sum = begun.reduce((all, { publishedMs }) => all + publishedMs!, 0);
  const ms = counts === 'sum' ? sum : round(race, sum, begun.length);
  return { ms, status: 'OK', of: begun.map(({ attempt }) => attempt), missing: [] };
}

/** HC1 to HC5. */
function adjustedOf(race: Race, { handicapMs }: Racer, ms: number | null, runs: number): number | null {
  if (race.handicap === null || handicapMs === null || ms === null) return null;
  const handicap = handicapMs * runs;
  if (race.handicap !== 'grade') return round(race, ms - handicap, 1);
  if (ms <= 0 || handicap <= 0) return null;
  return Math.floor((2 * 10_000 * handicap + ms) / (2 * ms));
}

/** CA2. */
function categoryOf(race: Race, racer: Racer): string | null {
  if (racer.category !== null) return racer.category;
  const fits = ({ group, gender, class: ofClass, ages }: Category): boolean => {
    const age = racer.born === null ? null : race.year - racer.born;
    return (
      (group === null || racer.groups.includes(group)) &&
      (gender === null || racer.gender === gender) &&
      (ofClass === null || racer.class === ofClass) &&
      (ages === null || (age !== null && age >= ages[0] && age <= ages[1]))
    );
  };
  return race.categories.find(fits)?.name ?? null;
}

/** `attempt`: null for the totals. */
function rank(race: Race, attempt: number | null): Ranking {
  const begun = race.racers.map((racer) => {
    const runs = Array.from({ length: race.runs.count }, (_, index) => runOf(race, racer, index + 1));
    const now = runs[(attempt ?? race.runs.current) - 1]!;
    const { ms, status, of, missing } =
      attempt === null ? totalOf(race, runs) : { ms: now.publishedMs, status: now.status, of: [], missing: [] };
    const parts = attempt === null && race.runs.count > 1 ? of.map((part) => runs[part - 1]!) : [now];
    const handicaps = attempt === null && race.runs.count > 1 && race.runs.counts === 'sum' ? of.length : 1;
    return {
      racer,
      category: categoryOf(race, racer),
      status,
      ms,
      outsideMs: attempt === null && race.runs.count > 1 ? null : now.outsideMs,
      adjusted: adjustedOf(race, racer, ms, handicaps),
      net: attempt === null && race.runs.count > 1 ? null : now.netMs,
      now,
      runs,
      of,
      missing,
      isToCheck: parts.some((run) => isOdd(race, run)),
    };
  });
  const timed = begun.filter(({ ms }) => ms !== null);
  const graded = timed.filter(({ adjusted }) => adjusted !== null);
  const sign = race.handicap === 'grade' ? -1 : 1;
  const valueOf = ({ adjusted }: { readonly adjusted: number | null }) => sign * adjusted!;
  const place = (values: readonly number[], own: number) => 1 + values.filter((value) => value < own).length;
  const placed = begun.map((row): Placed => {
    const { racer, category, status, ms, outsideMs, adjusted, now, runs, of, missing, isToCheck } = row;
    const mates = timed.filter((each) => each.category === category);
    const gradedMates = graded.filter((each) => each.category === category);
    const isGraded = ms !== null && adjusted !== null;
    return {
      racer,
      category,
      status,
      ms,
      outsideMs,
      adjusted,
      now,
      runs,
      of,
      missing,
      isToCheck,
      rank:
        ms === null
          ? null
          : place(
              timed.map((each) => each.ms!),
              ms,
            ),
      gap: ms === null ? null : ms - Math.min(...timed.map((each) => each.ms!)),
      categoryRank:
        ms === null || category === null
          ? null
          : place(
              mates.map((each) => each.ms!),
              ms,
            ),
      adjustedRank: isGraded ? place(graded.map(valueOf), valueOf(row)) : null,
      adjustedGap: isGraded && race.handicap !== 'grade' ? adjusted - Math.min(...graded.map(valueOf)) : null,
      adjustedCategoryRank: isGraded && category !== null ? place(gradedMates.map(valueOf), valueOf(row)) : null,
    };
  });
  const byTie = (one: (typeof begun)[number], other: (typeof begun)[number]): number =>
    race.ties === 'shared' ? (one.net ?? 0) - (other.net ?? 0) : numberOf(other.racer) - numberOf(one.racer);
  const byTime = (one: (typeof begun)[number], other: (typeof begun)[number]): number =>
    one.ms! - other.ms! || byTie(one, other);
  return {
    placed: new Map(placed.map((row) => [row.racer.racerId, row])),
    actual: orderBy(timed, byTime),
    adjusted: orderBy(graded, (one, other) => valueOf(one) - valueOf(other) || byTime(one, other)),
  };
}

/** FIS 617.3.3; racers without a number last. */
function numberOf({ bib }: Racer): number {
  const digits = /^\s*(\d+)/.exec(bib ?? '')?.[1];
  return digits === undefined ? -1 : Number(digits);
}

function orderBy<Row extends { readonly racer: Racer }>(
  rows: readonly Row[],
  compare: (one: Row, other: Row) => number,
): Order {
  const groups: Row[][] = [];
  for (const row of rows.toSorted(compare)) {
    const last = groups.at(-1);
    if (last !== undefined && compare(last[0]!, row) === 0) last.push(row);
    else groups.push([row]);
  }
  return groups.map((group) => group.map(({ racer }) => racer.racerId));
}

/** TE1: capitals and spaces make no other team. */
export const teamKey = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** TE2 to TE6. */
function rankTeams(race: Race, rules: Teams, total: Ranking): TeamPlace[] {
  const fits = (racer: Racer): boolean =>
    rules.quota === null ||
    ((rules.quota.gender === null || racer.gender === rules.quota.gender) &&
      (rules.quota.class === null || racer.class === rules.quota.class));
  const msOf = (racer: Racer): number | null => total.placed.get(racer.racerId)!.ms;
  const byMs = (one: Racer, other: Racer): number => msOf(one)! - msOf(other)!;
  const names = new Map<string, Racer[]>();
  for (const racer of race.racers) {
    const key = teamKey(racer[rules.of] ?? '');
    if (key !== '') names.set(key, [...(names.get(key) ?? []), racer]);
  }
  const least = rules.quota === null ? 0 : Math.min(rules.quota.least, rules.n);
  const teams = [...names].map(([key, members]) => {
    const timed = members.filter((racer) => msOf(racer) !== null).toSorted(byMs);
    const ofQuota = timed.filter(fits).slice(0, least);
    const isWhole = timed.length >= rules.n && ofQuota.length >= least;
    const others = timed.filter((racer) => !ofQuota.includes(racer)).slice(0, rules.n - least);
    return {
      key,
      members: members.map(({ racerId }) => racerId),
      counting: isWhole ? [...ofQuota, ...others].toSorted(byMs) : [],
      missing: Math.max(0, rules.n - timed.length),
      missingOfQuota: Math.max(0, least - timed.filter(fits).length),
    };
  });
  const taking = rules.displaces
    ? race.racers.filter((racer) => msOf(racer) !== null)
    : teams.flatMap(({ counting }) => counting);
  const placeOf = (racer: Racer): number => 1 + taking.filter((other) => msOf(other)! < msOf(racer)!).length;
  const scored = teams.map((team) => {
    const times = team.counting.map((racer) => msOf(racer)!);
    const score =
      times.length === 0
        ? null
        : rules.score === 'nth'
          ? Math.max(...times)
          : rules.score === 'sum'
            ? times.reduce((sum, ms) => sum + ms, 0)
            : team.counting.reduce((sum, racer) => sum + placeOf(racer), 0);
    return { ...team, score };
  });
  const scores = scored.flatMap(({ score }) => score ?? []);
  return scored
    .map(({ counting, score, ...team }) => ({
      ...team,
      score,
      rank: score === null ? null : 1 + scores.filter((other) => other < score).length,
      gap: score === null ? null : score - Math.min(...scores),
      counting: new Set(counting.map(({ racerId }) => racerId)),
      places: new Map(
        rules.score === 'places' ? counting.map((racer): [string, number] => [racer.racerId, placeOf(racer)]) : [],
      ),
    }))
    .toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity));
}

/** EX11: 'Ada Swift' is 'A. S.'; a short number stays. The generator uses words of letters and digits only. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => (/^\d{1,4}$/.test(word) ? word : `${/[\p{L}\p{N}]/u.exec(word)?.[0]?.toUpperCase() ?? ''}.`))
    .filter((word) => word !== '.')
    .join(' ');
}
