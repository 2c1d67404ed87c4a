/**
 * The rooms of the server and its top files, from the ground up: each imports what its row names and nothing else, and a
 * row names only rooms above it in this table. So no two rooms import each other, by whatever detour.
 */
export const SERVER_ROOMS = {
  log: [],
  clock: [],
  'fair-turns': [],
  'work-loop': ['log', 'fair-turns'],
  'data-dir': ['log'],
  json: [],
  addresses: [],
  config: ['log', 'addresses'],
  limits: ['clock', 'addresses'],
  guesses: ['addresses', 'limits'],
  access: [],
  journal: ['access'],
  storage: ['log', 'access', 'journal'],
  metrics: ['log', 'clock', 'storage'],
  mail: ['log', 'clock', 'storage', 'metrics'],
  invitations: ['access', 'journal', 'storage', 'mail'],
  followers: ['log', 'clock', 'fair-turns', 'work-loop', 'addresses', 'storage', 'mail', 'invitations'],
  pricing: ['journal', 'storage'],
  library: ['access', 'journal', 'pricing'],
  commands: ['log', 'clock', 'access', 'journal', 'metrics', 'invitations', 'pricing', 'library'],
  upgrades: ['log', 'storage'],
  upkeep: ['log', 'clock', 'storage'],
  accounts: [
    'log',
    'clock',
    'addresses',
    'fair-turns',
    'json',
    'config',
    'limits',
    'access',
    'journal',
    'storage',
    'mail',
    'commands',
    'upkeep',
  ],
  tokens: ['clock', 'limits', 'access', 'storage', 'accounts'],
  webhooks: ['log', 'clock', 'work-loop', 'addresses', 'storage', 'mail'],
  payments: ['log', 'clock', 'config', 'storage', 'mail', 'pricing', 'commands', 'accounts'],
  reads: ['fair-turns'],
  runs: ['log', 'clock', 'fair-turns', 'reads', 'config', 'access', 'storage', 'upkeep', 'accounts'],
  results: ['fair-turns', 'storage', 'reads'],
  bus: ['log', 'limits', 'journal', 'storage'],
  live: [
    'log',
    'fair-turns',
    'json',
    'addresses',
    'config',
    'limits',
    'guesses',
    'access',
    'journal',
    'storage',
    'metrics',
    'accounts',
    'reads',
    'bus',
  ],
  http: [
    'log',
    'clock',
    'fair-turns',
    'json',
    'addresses',
    'config',
    'limits',
    'guesses',
    'access',
    'storage',
    'metrics',
    'mail',
    'invitations',
    'followers',
    'accounts',
    'tokens',
    'webhooks',
    'payments',
    'runs',
    'reads',
    'results',
  ],
  'create-account-parts': [
    'log',
    'clock',
    'data-dir',
    'config',
    'limits',
    'storage',
    'metrics',
    'mail',
    'invitations',
    'commands',
    'accounts',
    'payments',
  ],
  admin: ['log', 'config', 'storage', 'mail', 'pricing', 'upgrades', 'accounts', 'payments', 'create-account-parts'],
  app: [
    'fair-turns',
    'config',
    'addresses',
    'followers',
    'guesses',
    'storage',
    'metrics',
    'upgrades',
    'upkeep',
    'accounts',
    'tokens',
    'webhooks',
    'payments',
    'runs',
    'reads',
    'results',
    'http',
  ],
  server: [
    'log',
    'clock',
    'data-dir',
    'config',
    'followers',
    'guesses',
    'storage',
    'metrics',
    'upgrades',
    'upkeep',
    'accounts',
    'webhooks',
    'payments',
    'runs',
    'reads',
    'results',
    'bus',
    'live',
    'http',
    'create-account-parts',
    'admin',
    'app',
  ],
  main: ['log', 'config', 'storage', 'server'],
};

/** @type {ReadonlyMap<string, readonly string[]>} */
const rows = new Map(Object.entries(SERVER_ROOMS));

/** A folder of src/server, or a file beside the folders. @param {string | undefined} step */
const roomOf = (step = '') => step.replace(/(\.test)?\.ts$/, '');

/**
 * Why a file of the server may not import another one; undefined when it may.
 * @param {string[]} from
 * @param {string[]} to
 */
export function refuseInsideServer([, , fromStep], [, , toStep]) {
  const [room, other] = [roomOf(fromStep), roomOf(toStep)];
  if (room === other) return undefined;
  const row = rows.get(room);
  const unknown = [room, other].find((name) => !rows.has(name));
  if (row === undefined || unknown !== undefined) {
    return `server/${unknown} has no row in scripts/lint/server-rooms.mjs: give it one, below all that it imports.`;
  }
  if (row.includes(other)) return undefined;
  const may = row.length === 0 ? 'no other room' : row.join(', ');
  return `server/${room} must not import server/${other}: it imports ${may}. Take what it needs as a port, or move what both need to a room below both.`;
}
