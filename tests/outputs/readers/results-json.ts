import { type Placed, type Race, type Ranking, type RunResult, STATUSES, teamKey } from '../oracle.ts';
import { type Reading, sameOrder, sameRacers } from './reading.ts';

/** The fields that are compared, as the answer has them; typed here and not by the schema of `src`. */
interface SaidResult {
  readonly racerId: string;
  readonly attempt: number;
  readonly name: string;
  readonly splits: readonly { readonly line: string; readonly at: number }[];
  readonly [field: string]: unknown;
}
interface SaidStanding {
  readonly racerId: string;
  readonly [field: string]: unknown;
}
interface SaidTeam {
  readonly name: string;
  readonly rank: number | null;
  readonly publishedMs: number | null;
  readonly points: number | null;
  readonly missing: number;
  readonly missingOfQuota: number;
  readonly members: readonly { readonly racerId: string; readonly counts: boolean; readonly place: number | null }[];
}
interface SaidResults {
  readonly results: readonly SaidResult[];
  readonly standings: readonly SaidStanding[];
  readonly teams: readonly SaidTeam[];
  readonly rankedBy: string;
  readonly official: unknown;
  readonly corrections: readonly { readonly racerId: string; readonly attempt: number }[];
}

/** For programs: read once as the owner and once by the key of the viewer link. */
export async function readResultsJson(reading: Reading): Promise<void> {
  const { world, eventId, keys } = reading.stage;
  const path = `${world.server.url}/api/results/${eventId}`;
  const own = await fetch(path, { headers: { cookie: world.owner.cookie } });
  checkResults(reading, (await own.json()) as SaidResults, false);
  const seen = await fetch(`${path}?key=${keys.viewer}`);
  checkResults(reading, (await seen.json()) as SaidResults, true);
}

function checkResults(reading: Reading, said: SaidResults, isViewer: boolean): void {
  const { expected, check } = reading;
  const { race } = expected;
  expected.ofRun.forEach((ranking, index) => checkRun(reading, said, ranking, index + 1, isViewer));
  if (race.runs.count === 1) check.same('standings', said.standings.length, 0);
  else checkStandings(reading, said.standings, isViewer);
  checkTeams(reading, said.teams, isViewer);
  check.same('ranked by', said.rankedBy, isViewer ? expected.way.viewer : expected.way.admin);
  check.same('official', said.official !== null, race.isOfficial);
  const corrected = race.racers.flatMap(({ racerId, runs }) =>
    runs.flatMap(({ isCorrected }, index) => (isCorrected ? [`${racerId} ${index + 1}`] : [])),
  );
  check.same(
    'corrections',
    said.corrections.map(({ racerId, attempt }) => `${racerId} ${attempt}`),
    corrected,
  );
}

const who = ({ faces }: Reading, racerId: string, isViewer: boolean, attempt?: number) =>
  `${isViewer ? 'viewer' : 'owner'} ${faces.short(racerId)}${attempt === undefined ? '' : ` run ${attempt}`}`;

function checkRun(reading: Reading, said: SaidResults, ranking: Ranking, attempt: number, isViewer: boolean): void {
  const { check, faces, expected } = reading;
  const rows = said.results.filter((row) => row.attempt === attempt);
  if (attempt === 1)
    sameRacers(
      reading,
      'racers',
      rows.map(({ racerId }) => racerId),
    );
  for (const row of rows) {
    const placed = ranking.placed.get(row.racerId);
    const told = who(reading, row.racerId, isViewer, attempt);
    check.same(`${told} is in the race`, placed !== undefined, true);
    if (placed === undefined) continue;
    check.same(`${told} name`, row.name, faces.name(row.racerId, isViewer));
    for (const [field, value] of Object.entries(fieldsOf(placed, placed.now, expected.race, isViewer))) {
      check.same(`${told} ${field}`, row[field], value);
    }
    const inOrder = (splits: readonly (readonly [string, number])[]) =>
      splits.toSorted(([one], [other]) => (one < other ? -1 : 1));
    check.same(
      `${told} splits`,
      inOrder(row.splits.map(({ line, at }) => [line, at])),
      inOrder(Object.entries(placed.now.splits)),
    );
  }
  const ranked = rows.filter((row) => row['rank'] !== null).map(({ racerId }) => racerId);
  sameOrder(reading, `${isViewer ? 'viewer' : 'owner'} run ${attempt}`, ranked, ranking.actual);
  const codes = rows.filter((row) => row['status'] !== 'OK').map((row) => STATUSES.indexOf(row['status'] as never));
  check.same(
    `run ${attempt} statuses in their order`,
    codes,
    codes.toSorted((one, other) => one - other),
  );
}

/** One run of one racer, field by field. */
export function fieldsOf(placed: Placed, run: RunResult, of: Race, isViewer: boolean) {
  const hasCategory = !isViewer || of.shows.includes('category');
  return {
    status: run.status,
    bib: placed.racer.bib,
    category: hasCategory ? placed.category : null,
    rank: placed.rank,
    categoryRank: hasCategory ? placed.categoryRank : null,
    startAt: run.startAt,
    finishAt: run.finishAt,
    grossMs: run.grossMs,
    penaltyMs: run.penaltyMs,
    netMs: run.netMs,
    publishedMs: run.publishedMs,
    handicapMs: placed.racer.handicapMs,
    ...adjustedFields(placed, of.handicap === 'grade'),
    corrected: run.isCorrected,
    toCheck: placed.isToCheck,
  };
}

const adjustedFields = ({ adjusted, adjustedRank }: Placed, isGrade: boolean) => ({
  adjustedMs: isGrade ? null : adjusted,
  gradePercent: isGrade && adjusted !== null ? adjusted / 100 : null,
  adjustedRank,
});

function checkStandings(reading: Reading, standings: readonly SaidStanding[], isViewer: boolean): void {
  const { check, expected } = reading;
  const { total, race: of } = expected;
  sameRacers(
    reading,
    'racers with a total or without',
    standings.map(({ racerId }) => racerId),
  );
  const hasCategory = !isViewer || of.shows.includes('category');
  for (const row of standings) {
    const placed = total.placed.get(row.racerId);
    if (placed === undefined) continue;
    const fields = {
      status: placed.status,
      rank: placed.rank,
      categoryRank: hasCategory ? placed.categoryRank : null,
      publishedMs: placed.ms,
      ...adjustedFields(placed, of.handicap === 'grade'),
      of: placed.of,
      missing: placed.missing,
      toCheck: placed.isToCheck,
    };
    for (const [field, value] of Object.entries(fields)) {
      check.same(`${who(reading, row.racerId, isViewer)} total ${field}`, row[field], value);
    }
  }
  const ranked = standings.filter((row) => row['rank'] !== null).map(({ racerId }) => racerId);
  sameOrder(reading, `${isViewer ? 'viewer' : 'owner'} total`, ranked, total.actual);
}

function checkTeams(reading: Reading, teams: readonly SaidTeam[], isViewer: boolean): void {
  const { check, expected } = reading;
  const { race: of } = expected;
  const areShown = of.teams !== null && (!isViewer || of.shows.includes(of.teams.of));
  const wanted = areShown ? expected.teams : [];
  check.same('teams', teams.map(({ name }) => teamKey(name)).toSorted(), wanted.map(({ key }) => key).toSorted());
  for (const team of teams) {
    const own = wanted.find(({ key }) => key === teamKey(team.name));
    if (own === undefined) continue;
    const said = {
      rank: team.rank,
      score: team.publishedMs ?? team.points,
      lacks: [team.missing, team.missingOfQuota],
    };
    check.same(`team ${own.key}`, said, { rank: own.rank, score: own.score, lacks: [own.missing, own.missingOfQuota] });
    check.same(`members of ${own.key}`, team.members.map(({ racerId }) => racerId).toSorted(), own.members.toSorted());
    checkCounting(reading, team, own.counting);
  }
  const ranks = teams.map(({ rank }) => rank ?? Infinity);
  check.same(
    'order of teams',
    ranks,
    ranks.toSorted((one, other) => one - other),
  );
}

/** Of two racers with one time either may count. */
function checkCounting({ check, expected }: Reading, { name, members }: SaidTeam, wanted: ReadonlySet<string>): void {
  const times = (ids: readonly string[]) =>
    ids.map((racerId) => expected.total.placed.get(racerId)?.ms ?? null).toSorted((one, other) => one! - other!);
  const counting = members.filter(({ counts }) => counts).map(({ racerId }) => racerId);
  check.same(`who counts for ${name}`, times(counting), times([...wanted]));
}
