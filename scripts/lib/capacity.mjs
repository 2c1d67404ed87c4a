/**
 * What a number of events and spectators needs, from measured costs. One core is one of the machine of
 * docs/guide/capacity.md; another machine is measured by the commands named there.
 * @typedef {object} Costs
 * @property {number} tapMs processor time of a node for one tap
 * @property {number} deliveryMs and for one message to one socket
 * @property {number} pageMs and for one spectator's page
 * @property {number} clockMs and for one question for the time over HTTP
 * @property {number} socketClockMs and over a socket
 * @property {number} signMs and for a sign of life of a socket, both ways
 * @property {number} pageKb a first visit in its first ten seconds: page and files
 * @property {number} socketKb memory of one socket
 * @property {number} nodeMb memory of a node without anybody
 * @property {number} eventMb and of one event that somebody follows
 * @property {number} frameKb one message of changed rows
 * @property {number} rowsKb the answer of a cache
 * @property {number} cacheRate requests that one core with nginx answers in a second
 * @property {number} tapKb room in the database for one tap
 * @property {number} tapsOfDatabase durable taps a second that one PostgreSQL takes
 *
 * @typedef {object} Day
 * @property {number} events at once
 * @property {number} spectators of all of them together
 * @property {number} tapsASecond of each event, at its busiest
 * @property {number} hours
 * @property {number} tapsOfEvent in all of the day
 * @property {number} arrivalMinutes in which the spectators come
 * @property {number} onSockets how many of them hold a socket; the others ask a cache
 *
 * @typedef {object} Prices
 * @property {number} core a core with 4 GB, for an hour
 * @property {number} gb a GB sent by a node
 * @property {number} cdnGb a GB sent by the CDN
 * @property {number} cdnRequests a million requests to the CDN
 * @property {number} database a core of the managed database, with its replica, for an hour
 */

/** @satisfies {Costs} */
export const MEASURED = {
  tapMs: 0.5,
  deliveryMs: 0.008,
  pageMs: 3,
  clockMs: 0.3,
  socketClockMs: 0.09,
  signMs: 0.06,
  pageKb: 195,
  socketKb: 3.4,
  nodeMb: 150,
  eventMb: 0.5,
  frameKb: 0.35,
  rowsKb: 1.6,
  cacheRate: 10_000,
  tapKb: 2,
  tapsOfDatabase: 1_800,
};

/** Round numbers, for the sake of an example: what you pay is yours to say. @satisfies {Prices} */
export const EXAMPLE_PRICES = { core: 0.05, gb: 0.05, cdnGb: 0.02, cdnRequests: 0.6, database: 0.2 };

/** @satisfies {Record<string, Day>} */
export const DAYS = {
  club: { events: 1, spectators: 200, tapsASecond: 1, hours: 3, tapsOfEvent: 400, arrivalMinutes: 30, onSockets: 200 },
  federation: {
    events: 500,
    spectators: 50_000,
    tapsASecond: 0.5,
    hours: 8,
    tapsOfEvent: 2_000,
    arrivalMinutes: 60,
    onSockets: 50_000,
  },
  'great day': {
    events: 1,
    spectators: 1_000_000,
    tapsASecond: 4,
    hours: 6,
    tapsOfEvent: 20_000,
    arrivalMinutes: 60,
    onSockets: 4_000,
  },
};

/** A core that is full answers late: half of it is room for the moment when everybody looks. */
const FULL = 0.5;
/** A spectator's page asks a cache every second or two. */
const ASKS_A_SECOND = 1 / 1.5;
const KB_A_GB = 1024 ** 2;

/** @param {Day} day @param {Prices} prices @param {Costs} costs */
export function planDay(day, prices, costs = MEASURED) {
  const taps = day.events * day.tapsASecond;
  const arrivals = day.spectators / (day.arrivalMinutes * 60);
  const watchers = day.onSockets / day.events;
  // A spectator of a small event hears each tap of that event alone.
  const deliveries = taps * watchers;
  const atCaches = day.spectators - day.onSockets;
  const busyMs = {
    taps: taps * costs.tapMs,
    messages: deliveries * costs.deliveryMs,
    pages: arrivals * costs.pageMs,
    // Over a socket five questions as it opens and one in five minutes (K8), one for each arrival beside a cache.
    clock:
      (arrivals * (day.onSockets / day.spectators) * 5 + day.onSockets / 300) * costs.socketClockMs +
      (atCaches > 0 ? arrivals * costs.clockMs : 0),
    signs: (day.onSockets / 20) * costs.signMs,
  };
  const busy = Object.values(busyMs).reduce((sum, ms) => sum + ms, 0) / 1000;
  const cores = Math.max(1, Math.ceil(busy / FULL));
  const nodes = day.spectators > 1_000 || cores > 1 ? Math.max(2, cores) : 1;
  const asks = atCaches * ASKS_A_SECOND;
  const seconds = day.hours * 3_600;
  const allTaps = day.events * day.tapsOfEvent;
  const nodeGb = (day.spectators * costs.pageKb + allTaps * watchers * costs.frameKb) / KB_A_GB;
  const cdnGb = (asks * seconds * costs.rowsKb) / KB_A_GB;
  const databaseCores = Math.max(1, Math.ceil(taps / costs.tapsOfDatabase / FULL));
  const money = {
    nodes: nodes * day.hours * prices.core,
    traffic: nodeGb * prices.gb,
    cdn: cdnGb * prices.cdnGb + ((asks * seconds) / 1e6) * prices.cdnRequests,
    database: databaseCores * day.hours * prices.database,
  };
  return {
    busyMs,
    nodes,
    memoryMb: costs.nodeMb + (day.events * costs.eventMb + (day.onSockets * costs.socketKb) / 1024) / nodes,
    peakMbits: ((arrivals * costs.pageKb + deliveries * costs.frameKb) * 8) / 1024,
    nodeGb,
    askedOfCaches: asks,
    cacheCores: Math.ceil(asks / costs.cacheRate),
    cdnGbits: (asks * costs.rowsKb * 8) / KB_A_GB,
    cdnGb,
    tapsASecond: taps,
    ofDatabase: taps / costs.tapsOfDatabase,
    databaseMb: (allTaps * costs.tapKb) / 1024,
    money: { ...money, all: Object.values(money).reduce((sum, part) => sum + part, 0) },
  };
}

/** @type {[string, (plan: ReturnType<typeof planDay>) => number][]} */
const ROWS = [
  ['taps a second', (plan) => plan.tapsASecond],
  ['ms a second of a node’s processor for taps', (plan) => plan.busyMs.taps],
  ['… for messages to sockets', (plan) => plan.busyMs.messages],
  ['… for pages', (plan) => plan.busyMs.pages],
  ['… for the time', (plan) => plan.busyMs.clock],
  ['… for signs of life of sockets', (plan) => plan.busyMs.signs],
  ['nodes of one core', (plan) => plan.nodes],
  ['MB of memory of each', (plan) => plan.memoryMb],
  ['Mbit/s from the nodes, at most', (plan) => plan.peakMbits],
  ['requests a second to the cache', (plan) => plan.askedOfCaches],
  ['cores of nginx, without a CDN', (plan) => plan.cacheCores],
  ['Gbit/s from the cache', (plan) => plan.cdnGbits],
  ['share of one PostgreSQL', (plan) => plan.ofDatabase],
  ['MB in the database', (plan) => plan.databaseMb],
  ['money: nodes', (plan) => plan.money.nodes],
  ['money: traffic of the nodes', (plan) => plan.money.traffic],
  ['money: CDN', (plan) => plan.money.cdn],
  ['money: database', (plan) => plan.money.database],
  ['money: all', (plan) => plan.money.all],
];

/** Lines of a table, with two digits of each figure. @param {Record<string, Day>} days @param {Prices} prices @param {Costs} costs */
export function tableOf(days, prices, costs = MEASURED) {
  const plans = Object.values(days).map((day) => planDay(day, prices, costs));
  const head = ['', ...Object.keys(days)];
  const rows = ROWS.map(([name, read]) => [name, ...plans.map((plan) => String(Number(read(plan).toPrecision(2))))]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
