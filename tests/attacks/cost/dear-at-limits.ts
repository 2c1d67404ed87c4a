import type { Figure } from './limit-measures.ts';

interface Dear {
  readonly name: RegExp;
  readonly why: string;
  /** In plain pages. */
  readonly most: number;
}

/** What is dear by nature at the limits. */
const dear: readonly Dear[] = [
  {
    name: /^accountData as/,
    why: 'everything that an account has; streamed, one at a time for an account, twelve and then one in five minutes',
    most: 4_000,
  },
  {
    name: /^account as its owner, (?:first|again|after a change)$/,
    why: 'each of 5,000 racers has cost 3 credits, and their owner alone asks',
    most: 60,
  },
  {
    name: /^(?:event|bests|results|boardCsv|startList) as .*, first$/,
    why: 'the first reading of a full event by a node: one after the other, once for all who ask',
    most: 500,
  },
  {
    name: /^event as (?:a screen|nobody, by link), after a change$/,
    why: 'what all viewers are sent: once for all, one after the other, with a rest as long as it took',
    most: 300,
  },
  {
    name: /^event as its owner, after a change$/,
    why: 'all racers and taps: written once for all who may see the same, and a device asks for what is new',
    most: 40,
  },
  {
    name: /^bests as .*, after a change$/,
    why: 'personal bests of 5,000 racers: once for all who ask, one after the other',
    most: 40,
  },
  {
    name: /^(?:ownRaces|compare|progress|records) as its owner, (?:first|again|after a change)$/,
    why: 'their owner alone asks, 60 times and then once a second',
    most: 60,
  },
  {
    name: /^page \/timer as .*, first$/,
    why: 'the first page of a full event: on a thread of its own, once for all, kept twenty times as long as its making took',
    most: 3_000,
  },
  {
    name: /^page \/events as nobody, first$/,
    why: 'a full list of shared events: once in two seconds for all who ask',
    most: 120,
  },
  {
    name: /^(?:series (?:one|csv)|racer series) as .*, first$/,
    why: 'the first standings of 50,000 results: one after the other, kept for all who ask',
    most: 2_500,
  },
];

/** The bound of a figure: its own, or that of its place on the list. */
export const dearFor = ({ name, most }: Figure): number => dear.find((each) => each.name.test(name))?.most ?? most;
