import type { FigureName } from '../../../protocol/operator.ts';
import type { Unit } from './format-figure.ts';
import type { KnownNode } from './known-node.ts';
import { word } from '../../../domain/language.ts';

export interface Figure {
  readonly name: FigureName;
  readonly title: string;
  readonly unit: Unit;
  /** Drawn fainter, under the figure; with a unit of its own it is told in words alone. */
  readonly also?: { readonly name: FigureName; readonly title: string; readonly unit?: Unit };
  /** No tile where this node has never had a value. */
  readonly isOptional?: true;
  /** The limit from which the figure is worth a look, and the one from which it is wrong. */
  readonly limits?: readonly [number, number];
  /** The meaning of the figure, for an operator who has not built it. */
  readonly hint: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const half = (name: FigureName) => ({ name, title: 'half within' });

/** All drawn figures, in the order in which an operator looks at them on a race day. */
export const sections: readonly { readonly title: string; readonly figures: readonly Figure[] }[] = [
  {
    title: 'Taps',
    figures: [
      {
        name: 'commands',
        title: 'Commands',
        unit: 'rate',
        also: { name: 'refused', title: word('refused') },
        hint: 'Taps and everything else that phones send to be stored.',
      },
      {
        name: 'commitP99',
        title: 'Storing',
        unit: 'ms',
        also: half('commitP50'),
        limits: [200, 500],
        hint: 'One transaction, until it’s on disk. Slowest of a hundred.',
      },
      {
        name: 'queued',
        title: 'Waiting to be stored',
        unit: 'count',
        limits: [500, 5000],
        hint: 'Commands that have arrived and still wait for an answer.',
      },
      {
        name: 'tapAgeP99',
        title: 'Waited on phones',
        unit: 'ms',
        also: half('tapAgeP50'),
        hint: 'How old taps are when they arrive. A phone without signal makes this large.',
      },
    ],
  },
  {
    title: 'Watching',
    figures: [
      {
        name: 'connections',
        title: 'Open sockets',
        unit: 'count',
        also: { name: 'topics', title: 'events followed', unit: 'count' },
        hint: 'Tabs that are open, and the events that they follow.',
      },
      {
        name: 'fanOutP99',
        title: 'Telling everyone',
        unit: 'ms',
        also: half('fanOutP50'),
        limits: [200, 500],
        hint: 'From the commit until every follower has been written to. Slowest of a hundred.',
      },
      { name: 'deliveries', title: 'Deliveries', unit: 'rate', hint: 'Followers told of a change, added up.' },
      {
        name: 'cut',
        title: 'Slow readers cut',
        unit: 'count',
        limits: [1, 50],
        hint: 'Sockets that didn’t read. They come back and resume.',
      },
    ],
  },
  {
    title: 'Messages and payments',
    figures: [
      { name: 'mailWaiting', title: 'Emails waiting', unit: 'count', hint: 'Neither sent nor given up.' },
      {
        name: 'mailAge',
        title: 'Oldest email',
        unit: 'ms',
        limits: [5 * MINUTE, 30 * MINUTE],
        hint: 'How long the oldest of them has waited.',
      },
      {
        name: 'webhooksWaiting',
        title: 'To webhooks, waiting',
        unit: 'count',
        also: { name: 'webhooksAge', title: 'for the oldest', unit: 'ms' },
        hint: 'A receiver that is down makes them wait. Its owner is told.',
      },
      {
        name: 'webhooksLate',
        title: 'Webhooks late by',
        unit: 'ms',
        limits: [MINUTE, 5 * MINUTE],
        hint: 'How long a message that could go has had no turn.',
      },
      {
        name: 'followersWaiting',
        title: 'To followers, waiting',
        unit: 'count',
        also: { name: 'followersAge', title: 'for the oldest', unit: 'ms' },
        hint: 'Notifications and emails that aren’t handed over yet.',
      },
      {
        name: 'followersLate',
        title: 'Followers late by',
        unit: 'ms',
        limits: [MINUTE, 5 * MINUTE],
        hint: 'How long a message that could go has had no turn.',
      },
      {
        name: 'paymentsOpen',
        title: 'Open payments',
        unit: 'count',
        hint: 'Begun and not settled. Most are people who changed their minds.',
      },
      {
        name: 'paymentsOverdue',
        title: 'Payment checks late by',
        unit: 'ms',
        limits: [5 * MINUTE, 30 * MINUTE],
        hint: 'We ask the provider about what stays open. This is how late the next question is.',
      },
    ],
  },
  {
    title: 'This machine',
    figures: [
      {
        name: 'requests',
        title: 'Requests',
        unit: 'rate',
        hint: 'Everything over HTTP, that is pages, files and calls.',
      },
      {
        name: 'requestP99',
        title: 'Answering',
        unit: 'ms',
        also: half('requestP50'),
        limits: [500, 1000],
        hint: 'From a request until its answer begins. Slowest of a hundred.',
      },
      {
        name: 'failures',
        title: 'Failed requests',
        unit: 'count',
        limits: [1, 10],
        hint: 'Answered with 500 or above. The log says why.',
      },
      {
        name: 'loopP99',
        title: 'Event loop late by',
        unit: 'ms',
        also: half('loopP50'),
        limits: [100, 250],
        hint: 'How long everything waits for its turn. Slowest of a hundred.',
      },
      {
        name: 'database',
        title: 'Database answers in',
        unit: 'ms',
        limits: [250, SECOND],
        hint: 'The shortest question there is.',
      },
      {
        name: 'cpu',
        title: 'Processor',
        unit: 'share',
        limits: [0.8, 0.95],
        hint: 'Of one core. One node uses hardly more than one.',
      },
      {
        name: 'copyBehind',
        title: 'Copy behind by',
        unit: 'ms',
        limits: [15 * SECOND, MINUTE],
        isOptional: true,
        hint: 'What would be lost with this machine’s disk. Below 5 s while all is well.',
      },
      { name: 'memory', title: 'Memory', unit: 'bytes', hint: 'Held by this process.' },
    ],
  },
];

/** Whether a node has this figure at all: without BACKUP_TO there is no copy that could be behind. */
export const isMeasuredBy =
  ({ series }: KnownNode) =>
  ({ name, isOptional }: Figure): boolean =>
    isOptional !== true || series[name].some((value) => value !== null);
