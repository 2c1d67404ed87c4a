import { plural } from '../../../domain/language.ts';
import type { FigureName } from '../../../protocol/operator.ts';
import { type Figure, sections } from './figures.ts';
import { describeWait, formatFigure } from './format-figure.ts';
import type { KnownNode } from './known-node.ts';

export type Level = 'calm' | 'watch' | 'wrong';

/** A problem, in words that say what to do. */
export interface Trouble {
  readonly level: Exclude<Level, 'calm'>;
  readonly text: string;
}

/** Time for which a trouble is still said: a peak in the middle of a minute must be seen at its end. */
const RECENT_MS = 60_000;

/** A figure of the last minute: its worst value, or the sum where things are counted; for a queue its length now. */
function recentOf(known: KnownNode, name: FigureName): number | null {
  if (isQueue(name)) return known.series[name].at(-1) ?? null;
  const values = knownInLastMinute(known, name);
  if (values.length === 0) return null;
  return isCounted(name) ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
}

/** The figure on the tile: the newest of the last minute, because many things are measured only when they happen. */
export function currentOf(known: KnownNode, name: FigureName): number | null {
  return isCounted(name) ? recentOf(known, name) : (knownInLastMinute(known, name).at(-1) ?? null);
}

function knownInLastMinute({ at, series }: KnownNode, name: FigureName): number[] {
  const since = (at.at(-1) ?? 0) - RECENT_MS;
  return series[name].filter((value, index): value is number => value !== null && at[index]! > since);
}

const isQueue = (name: FigureName): boolean =>
  /^(mail|payments|webhooks|followers|copy|queued|connections|memory)/.test(name);
export const isCounted = (name: FigureName): boolean => name === 'cut' || name === 'failures';

export function levelOf(known: KnownNode, { name, limits }: Figure): Level {
  const value = recentOf(known, name);
  // A database without an answer has no figure: that is the problem.
  if (name === 'database' && known.at.length > 0 && known.series.database.at(-1) === null) return 'wrong';
  if (value === null || limits === undefined) return 'calm';
  return value >= limits[1] ? 'wrong' : value >= limits[0] ? 'watch' : 'calm';
}

const many = (count: number, ...forms: readonly [one: string, many: string]): string =>
  `${formatFigure(count, 'count')} ${plural(count, ...forms)}`;

type Describe = (value: number, latest: (name: FigureName) => number) => string;

/** Words for a figure that passes its limits. */
const words: Partial<Record<FigureName, Describe>> = {
  commitP99: (ms) => `Storing takes ${formatFigure(ms, 'ms')}. Taps stay on their phones until the server has them.`,
  queued: (count, latest) =>
    `${many(count, 'command', 'commands')} waiting to be stored, the oldest for ${describeWait(latest('queueAge'))}.`,
  fanOutP99: (ms) => `It takes ${formatFigure(ms, 'ms')} until everyone who watches has a change.`,
  cut: (count) => `${many(count, 'slow reader', 'slow readers')} cut in the last minute. They come back by themselves.`,
  mailAge: (ms, latest) =>
    `${many(latest('mailWaiting'), 'email', 'emails')} waiting, the oldest for ${describeWait(ms)}. Does the mail server answer?`,
  paymentsOverdue: (ms) =>
    `Payments should have been checked ${describeWait(ms)} ago. The log says what the provider answered.`,
  webhooksLate: (ms) => `A message to a webhook has had no turn for ${describeWait(ms)}. The log says why.`,
  followersLate: (ms) => `A message to a follower has had no turn for ${describeWait(ms)}. The log says why.`,
  copyBehind: (ms) =>
    `The copy of the database lacks the last ${describeWait(ms)}. Times are safe on this machine’s disk alone. The log says why.`,
  requestP99: (ms) => `Answering takes ${formatFigure(ms, 'ms')}.`,
  failures: (count) => `${many(count, 'request', 'requests')} failed in the last minute. The log says why.`,
  loopP99: (ms) => `Everything waits ${formatFigure(ms, 'ms')} for its turn. This node has too much to do.`,
  database: (ms) => `The database takes ${formatFigure(ms, 'ms')} to answer.`,
  cpu: (share) => `The processor is ${formatFigure(share, 'share')} busy. Another node would help.`,
};

export function findTroubles(known: KnownNode): readonly Trouble[] {
  const { node, series, at } = known;
  if (at.length === 0) return [];
  const latest = (name: FigureName) => series[name].at(-1) ?? 0;
  const found: Trouble[] = [];
  if (latest('mailGivenUp') > 0) {
    const text = `${many(latest('mailGivenUp'), 'email', 'emails')} given up in the last day. The log says why.`;
    found.push({ level: 'watch', text });
  }
  if (node.bus?.isConnected === false) {
    found.push({
      level: 'wrong',
      text: 'This node can’t hear the others. What they store shows here a few seconds late.',
    });
  }
  for (const figure of sections.flatMap(({ figures }) => figures)) {
    const level = levelOf(known, figure);
    if (level === 'calm') continue;
    const value = recentOf(known, figure.name);
    const isSilent = figure.name === 'database' && series.database.at(-1) === null;
    const text = isSilent || value === null ? 'The database doesn’t answer.' : words[figure.name]?.(value, latest);
    found.push({ level, text: text ?? `${figure.title}: ${formatFigure(value, figure.unit)}.` });
  }
  return found.toSorted((one, other) => Number(other.level === 'wrong') - Number(one.level === 'wrong'));
}
