import { setTimeout as sleep } from 'node:timers/promises';
import { LATE_MS } from '../../../src/server/results/kept-answers.ts';
import { call, type Call, newAddress, type Reply, sendAll } from '../../matrix/wire.ts';
import { eventCommand, tap } from '../../support/commands.ts';
import { MOST_TIMES_PLAIN, shown } from '../plain.ts';
import type { Read } from './limit-reads.ts';
import type { LimitStage } from './limit-stage.ts';

const AGAIN = 5;
const MAKINGS = 3;
const BURST = 6;
const AT_ONCE = 30;
/** What one of many answers to one question may cost beside its own cost: a connection, and /healthz asked meanwhile. */
const SENDING = 5;
const HANG_UP_MS = 300;
/** A reader whose answer costs so little is not worth 30 of them: 30 × 4 are not more than a few of the others. */
const CHEAP = 4;
/** A dearer answer is asked for once more, not five times. */
const MOST_IN_TURN = 200;
const TRIES = 3;
/** The longest that everybody waits for one piece of work, in plain pages: garbage collection blocks the process too. */
const MOST_HOLD = 2.5 * MOST_TIMES_PLAIN;

/** A measured value in plain pages, and the most that it may be. */
export interface Figure {
  readonly name: string;
  readonly times: number;
  readonly most: number;
}

export interface Measured {
  readonly figures: readonly Figure[];
  /** The longest clock time without an answer of /healthz while 30 asked, in ms. */
  readonly longestGapMs: number;
}

/** An answer that is refused because this account has asked too often is asked for again when the server says. */
async function askOnce(url: string, request: Call): Promise<Reply> {
  const reply = await call(url, { ...request, headers: { 'accept-encoding': 'gzip', ...request.headers } });
  if (reply.status === 429) {
    await sleep(Number(reply.headers.get('retry-after') ?? 1) * 1000);
    return askOnce(url, request);
  }
  if (reply.status !== 200) throw new Error(`Refused: ${request.path} ${reply.status} ${reply.text.slice(0, 200)}`);
  return reply;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** One reader of one route: first, again, after changes; alone, 30 at once from one address, and 30 that hang up. */
export async function measureRead(
  stage: LimitStage,
  plain: number,
  name: string,
  read: Read,
  isFlooded: boolean,
): Promise<Measured> {
  const { target } = stage;
  const ask = () => askOnce(target.url, read.call(stage));
  await target.quiet();
  const first = (await target.costMs(ask)) / plain;
  const again = await leastOf(first > MOST_IN_TURN ? 1 : AGAIN, async (count) => {
    return (await target.costMs(() => inTurn(count, ask))) / count / plain;
  });
  const figures: Figure[] = [
    { name: `${name}, first`, times: first, most: MOST_TIMES_PLAIN },
    { name: `${name}, again`, times: again, most: MOST_TIMES_PLAIN },
  ];
  const { after } = read;
  if (after === undefined) return { figures, longestGapMs: 0 };
  const change = () => changeOnce(stage, after);

  const makings: number[] = [];
  for (let index = 0; index < MAKINGS; index += 1) {
    await readyAfter(stage, change);
    makings.push((await target.costMs(ask)) / plain);
  }
  const made = medianOf(makings);
  if (made < CHEAP) return { figures: [...figures, bounded(`${name}, after a change`, made)], longestGapMs: 0 };
  const burst = await askInBurst(stage, change, ask);
  figures.push({
    name: `${name}, after a change${burst.isOnceASecond ? ', once a second for all' : ''}`,
    times: made,
    most: burst.isOnceASecond ? Infinity : MOST_TIMES_PLAIN,
  });
  if (burst.kept.length > 0) figures.push(bounded(`${name}, after a change, kept`, Math.min(...burst.kept) / plain));

  if (!isFlooded) return { figures, longestGapMs: 0 };
  const { alone, together, gap } = await askAtOnce(stage, change, read);
  const sending = AT_ONCE * (again + SENDING);
  figures.push(
    {
      name: `${name}, ${AT_ONCE} at once (one ${shown(alone.cost / plain)})`,
      times: together.cost / plain,
      most: 2 * (alone.cost / plain) + sending,
    },
    {
      name: `${name}, ${AT_ONCE} at once, longest wait of others (for one ${shown(alone.hold / plain)})`,
      times: together.hold / plain,
      // Answers that may cost this much each are given one after the other when they are asked for at once.
      most: Math.max(
        MOST_HOLD,
        MOST_TIMES_PLAIN + 2 * (alone.hold / plain),
        made <= MOST_TIMES_PLAIN ? 1.5 * AT_ONCE * made : 0,
      ),
    },
    {
      name: `${name}, ${AT_ONCE} that hang up`,
      times: (await hangUp(stage, change, read)) / plain,
      most: 2 * (alone.cost / plain) + sending,
    },
  );
  return { figures, longestGapMs: gap };
}

/** Work of the change before may still go on beside an answer: the least of several tries is the answer's own cost. */
async function leastOf(count: number, measure: (count: number) => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < TRIES && least > MOST_TIMES_PLAIN; round += 1) {
    least = Math.min(least, await measure(count));
  }
  return least;
}

const bounded = (name: string, times: number): Figure => ({ name, times, most: MOST_TIMES_PLAIN });

async function inTurn(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await work();
}

/** One row of results changes: a status in the full event, a finish in the event of the season. */
async function changeOnce(
  { target, owner, eventId, seasonId, unruled, onCourse }: LimitStage,
  where: 'event' | 'season',
) {
  const command =
    where === 'season'
      ? tap(seasonId, 'finish', onCourse.pop()!)
      : eventCommand(eventId, {
          type: 'status.set',
          racerId: unruled.pop()!,
          attempt: 1,
          status: 'DSQ',
          reason: 'Line',
        });
  await sendAll(target.url, owner.cookie, {}, command);
}

/** A change later than the last answer is kept; the work that the change itself causes is done before it is asked for. */
async function readyAfter({ target }: LimitStage, change: () => Promise<unknown>): Promise<void> {
  await sleep(LATE_MS + 100);
  await change();
  await target.quiet();
}

/** In a burst an answer says by its age that it was made for somebody else. */
async function askInBurst({ target }: LimitStage, change: () => Promise<unknown>, ask: () => Promise<Reply>) {
  const isOld = ({ headers }: Reply): boolean => headers.get('age') !== null;
  const kept: number[] = [];
  const isSo = await countAnew(async () => {
    const answers: boolean[] = [];
    for (let index = 0; index < BURST; index += 1) {
      await change();
      let reply: Reply | undefined;
      const cost = await target.costMs(async () => (reply = await ask()));
      answers.push(isOld(reply!));
      if (isOld(reply!)) kept.push(cost);
    }
    return answers;
  });
  if (kept.length > 0) return { kept, isOnceASecond: isSo };
  // On a busy machine one answer takes longer than a second: the next reader asks before this one has its answer.
  const isOnceASecond = await countAnew(async () => {
    const asked: Promise<Reply>[] = [];
    for (let index = 0; index < BURST; index += 1) {
      await change();
      asked.push(ask());
    }
    return (await Promise.all(asked)).map(isOld);
  });
  return { kept, isOnceASecond };
}

/** Whether some of the answers were kept ones, and of the others no more than one a second. */
async function countAnew(burst: () => Promise<readonly boolean[]>): Promise<boolean> {
  const began = performance.now();
  const areOld = await burst();
  const anew = areOld.filter((isOld) => !isOld).length;
  return anew < areOld.length && anew <= (performance.now() - began) / 1000 + 1;
}

interface Weight {
  readonly cost: number;
  readonly hold: number;
}

async function askAtOnce(stage: LimitStage, change: () => Promise<unknown>, read: Read) {
  const { target } = stage;
  let gap = 0;
  const weigh = async (count: number): Promise<Weight> => {
    await readyAfter(stage, change);
    const address = newAddress();
    await target.watch();
    const poll = pollHealth(target.url);
    const cost = await target
      .costMs(async () => {
        const asked = Array.from({ length: count }, () => {
          const request = read.call(stage);
          return call(target.url, {
            ...request,
            headers: { 'accept-encoding': 'gzip', ...request.headers, 'x-forwarded-for': address },
          });
        });
        for (const { status, text } of await Promise.all(asked)) {
          if (status !== 200 && status !== 429) throw new Error(`Refused: ${status} ${text.slice(0, 200)}`);
        }
      })
      .finally(async () => {
        gap = Math.max(gap, await poll.stop());
      });
    return { cost, hold: (await target.usage()).longestHoldMs };
  };
  const alone = await weigh(1);
  return { alone, together: await weigh(AT_ONCE), gap };
}

/** The cost until the server is idle: what goes on for those who have gone counts. */
async function hangUp(stage: LimitStage, change: () => Promise<unknown>, read: Read): Promise<number> {
  const { target } = stage;
  await readyAfter(stage, change);
  const address = newAddress();
  return target.costMs(async () => {
    const asked = Array.from({ length: AT_ONCE }, async () => {
      const { path, cookie, body, headers } = read.call(stage);
      await fetch(target.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'x-forwarded-for': address,
          ...(cookie !== undefined && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(HANG_UP_MS),
      }).catch(() => undefined);
    });
    await Promise.all(asked);
    await target.quiet();
  });
}

/** Asks /healthz all the time; the longest clock time between two answers. */
function pollHealth(url: string): { stop(): Promise<number> } {
  let [isOver, longest, last] = [false, 0, performance.now()];
  const polling = (async () => {
    while (!isOver) {
      await call(url, { path: '/healthz' }).catch(() => undefined);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      await sleep(50);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await polling;
      return longest;
    },
  };
}
