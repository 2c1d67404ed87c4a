/**
 * The rooms of each area of `src`, from the ground up: a folder, or a file beside the folders. A room imports the rooms that
 * its row names and no other, and a row names only rooms above it. So no two rooms import each other, by whatever detour.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const WALLS = {
  'src/domain': {
    language: '',
    limits: '',
    result: '',
    units: '',
    xml: '',
    access: '',
    credits: 'units',
    timing: 'language result units',
    racers: 'language limits result units xml access credits',
    model: 'units access timing racers',
    camera: '',
    results: 'language units access timing racers model',
    privacy: 'access racers model results',
    events: 'language limits result units access timing racers model results privacy',
    sights: 'units access model results privacy events',
    board: 'units timing model results',
    exports: 'units timing racers model results',
    followers: 'model results',
    history: 'language units timing model results',
    schedule: 'language result units timing model results',
    handicap: 'limits result units racers model results events',
    series: 'language units timing racers model results',
  },
  'src/server': {
    log: '',
    clock: '',
    'fair-turns': '',
    rounds: '',
    'work-loop': 'log fair-turns rounds',
    'data-dir': 'log',
    json: '',
    addresses: '',
    config: 'log addresses',
    's3-options': 'config',
    limits: 'clock addresses',
    guesses: 'addresses limits',
    access: '',
    journal: 'access',
    storage: 'log access journal',
    copies: 'log clock config s3-options storage',
    metrics: 'log clock storage',
    words: 'storage',
    mail: 'log clock rounds storage metrics words',
    invitations: 'access journal storage words mail',
    followers: 'log clock fair-turns work-loop addresses storage words mail invitations',
    pricing: 'journal storage',
    library: 'access journal pricing',
    commands: 'log clock access journal metrics invitations pricing library',
    upgrades: 'log storage',
    upkeep: 'log clock rounds storage',
    accounts: 'log clock fair-turns json addresses config access journal storage words mail upkeep',
    'server-context': 'limits commands accounts',
    tokens: 'clock limits access storage accounts',
    webhooks: 'log clock work-loop addresses storage words',
    payments: 'log clock rounds config storage words pricing commands server-context',
    reads: 'fair-turns',
    results: 'fair-turns storage reads',
    bus: 'log limits journal storage',
    live: 'log fair-turns json addresses config limits guesses access journal storage metrics accounts server-context reads bus',
    http: `log clock fair-turns json addresses config limits guesses access storage metrics words mail invitations
      followers accounts server-context tokens webhooks payments reads results`,
    'create-server-context': `log clock data-dir config limits storage metrics mail invitations commands accounts
      server-context payments`,
    admin: 'log config storage copies pricing upgrades accounts server-context payments create-server-context',
    app: `fair-turns addresses config guesses storage metrics followers upgrades upkeep server-context tokens
      webhooks payments reads results http`,
    server: `log clock data-dir config guesses storage copies metrics words followers upgrades upkeep accounts webhooks
      payments reads results bus live http create-server-context admin app`,
    main: 'log config storage server',
  },
  'src/client': {
    archives: '',
    camera: '',
    loading: '',
    ui: '',
    'service-worker': 'loading ui',
    session: 'loading',
    sync: 'session',
    pictures: 'session sync',
    'racer-import': 'archives ui',
    event: 'loading ui session sync pictures racer-import',
    timing: 'ui sync event',
    leaderboard: 'loading ui session sync event timing',
    features: `camera loading ui service-worker session sync pictures racer-import event timing
      leaderboard`,
    app: 'loading ui service-worker session sync pictures event timing leaderboard features',
    embed: '',
    main: 'loading service-worker session features app',
    'page-renderer': 'session features app',
    viewer: 'loading service-worker session sync leaderboard features app',
  },
  'src/client/features/timer': {
    strip: '',
    dialogs: 'strip',
    'who-races': '',
    'choose-event': 'dialogs who-races',
    finishes: '',
    'board-dialog': '',
    'leave-question': '',
    header: 'strip dialogs finishes board-dialog',
    'board-dialogs': 'strip dialogs board-dialog header',
    lists: 'strip board-dialogs',
    board: 'strip finishes board-dialog leave-question header board-dialogs lists',
  },
  'src/telemetry/server': {
    storage: '',
    runs: 'storage',
    http: 'storage runs',
    'open-telemetry': 'storage runs http',
  },
  'src/telemetry/client': {
    'run-sync': '',
    recordings: 'run-sync',
    playback: 'run-sync',
    analysis: 'run-sync recordings playback',
  },
  'src/telemetry/client/analysis': {
    'compare-path': '',
    'run-library-provider': '',
    'race-result': '',
    'run-list': '',
    deriving: '',
    'run-page': 'compare-path race-result run-list deriving',
    'compare-runs': 'compare-path race-result deriving',
    'analysis-screens': 'run-library-provider run-list run-page compare-runs',
  },
};

/** Telemetry, the second product in this house: it stands apart (0105). */
export const TELEMETRY = 'src/telemetry';

/** The files of the rest that import telemetry; a fourth is a decision. */
export const DOORS = ['src/client/app/telemetry.ts', 'src/server/create-server-context.ts', 'src/server/server.ts'];

/** The rooms of the rest on which each side of telemetry stands. Its protocol stands on the whole of the other. */
export const GROUND = /** @type {const} */ ({
  'src/domain': 'language limits result units xml',
  'src/server': `log clock fair-turns addresses config s3-options limits guesses access storage upkeep accounts server-context reads
    http`,
  'src/client': 'archives loading ui service-worker session sync',
});

/** @param {string} row */
export const namesOf = (row) => row.split(/\s+/).filter((name) => name !== '');

/** Features have no table: `app` composes them. */
const FEATURES = 'src/client/features';

/** @type {readonly { steps: readonly string[]; rooms: ReadonlyMap<string, readonly string[]> }[]} */
const areas = Object.entries(WALLS).map(([area, rows]) => ({
  steps: area.split('/'),
  rooms: new Map(Object.entries(rows).map(([room, row]) => [room, namesOf(row)])),
}));

/** A folder of an area, or a file beside its folders. @param {string | undefined} step */
export const roomOf = (step = '') => step.replace(/(\.test)?\.tsx?$/, '');

/** @param {readonly string[]} steps @param {readonly string[]} area */
const isIn = (steps, area) => area.every((step, at) => steps[at] === step);

/**
 * Why a file may not import another one of its area, or go past a door of telemetry; undefined when it may.
 * @param {string[]} from its folders and name below the project
 * @param {string[]} to
 */
export function refuseAcross(from, to) {
  if (!/\.tsx?$/.test(to.at(-1) ?? '')) return undefined;
  const atDoor = refuseAtDoor(from, to);
  if (atDoor !== undefined) return atDoor;
  // A rule's test brings an event into its state with commands, which stand above most rules.
  if (isIn(from, ['src', 'domain']) && from.at(-1)?.endsWith('.test.ts')) return undefined;
  const [feature, other] = [from[3], to[3]];
  if (feature !== other && [from, to].every((steps) => isIn(steps, FEATURES.split('/')))) {
    return `features/${feature} must not import features/${other}. App composes features; what both need belongs in a room below them.`;
  }
  for (const { steps, rooms } of areas) {
    if (isIn(from, steps) && isIn(to, steps)) {
      const refusal = refuseInside(
        steps.slice(1).join('/'),
        rooms,
        roomOf(from[steps.length]),
        roomOf(to[steps.length]),
      );
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

/** @param {string[]} from @param {string[]} to */
function refuseAtDoor(from, to) {
  const [isInside, isTarget] = [from, to].map((steps) => isIn(steps, TELEMETRY.split('/')));
  if (isTarget && !isInside && !DOORS.includes(from.join('/'))) {
    return `Telemetry stands apart: the rest imports it in ${DOORS.join(', ')} and nowhere else.`;
  }
  if (!isInside || isTarget) return undefined;
  // What a run is of is an event: the screens of telemetry ask the domain for its results.
  const area = /** @type {keyof typeof GROUND} */ (to.slice(0, 2).join('/'));
  if (!(area in GROUND) || (area === 'src/domain' && from[2] !== 'domain')) return undefined;
  const ground = namesOf(GROUND[area]);
  return ground.includes(roomOf(to[2]))
    ? undefined
    : `Telemetry must not import ${to.slice(1, 3).join('/')}: of ${area} it stands on ${ground.join(', ')}.`;
}

/**
 * @param {string} area
 * @param {ReadonlyMap<string, readonly string[]>} rooms
 * @param {string} room
 * @param {string} other
 */
function refuseInside(area, rooms, room, other) {
  if (room === other) return undefined;
  const row = rooms.get(room);
  const unknown = [room, other].find((name) => !rooms.has(name));
  if (row === undefined || unknown !== undefined) {
    return `${area}/${unknown} has no row in scripts/lint/walls.mjs: give it one, below all that it imports.`;
  }
  if (row.includes(other)) return undefined;
  const may = row.length === 0 ? 'no other room' : row.join(', ');
  return `${area}/${room} must not import ${area}/${other}: it imports ${may}. Take what it needs as a port, or move what both need to a room below both.`;
}
