import { expect, test } from 'vitest';
import { aReader, readerFrom } from '../../../tests/support/readers.ts';
import { NoTurnError } from '../fair-turns.ts';
import { createLane, type Lane } from './lane.ts';
import { SharedWork, shareNextWork, shareWork } from './shared-work.ts';

test('[V27] one piece of work after the other, in order, with a rest as long as the piece before took', async () => {
  const lane = createLane();
  const times: { began: number; ended: number }[] = [];
  const work = () => {
    const began = performance.now();
    while (performance.now() < began + 30);
    times.push({ began, ended: performance.now() });
    return times.length;
  };
  expect(await Promise.all([1, 2, 3].map(() => lane.run(aReader, work)))).toEqual([1, 2, 3]);
  for (const [index, { began }] of times.entries()) {
    const before = times[index - 1];
    if (before === undefined) continue;
    // Timers count in whole milliseconds.
    expect(began - before.ended + 2).toBeGreaterThan(before.ended - before.began);
  }
});

test('work that fails rejects for its caller, and the next goes on', async () => {
  const lane = createLane();
  const failing = lane.run(aReader, () => {
    throw new Error('no');
  });
  const next = lane.run(aReader, () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A lane whose first piece is held until the test lets it go; `begun` names the pieces in their order. */
async function holdLane(lane: Lane = createLane()) {
  const begun: string[] = [];
  const held = createGate();
  const began = createGate();
  const first = lane.run(readerFrom('first'), () => {
    began.open();
    return held.opened;
  });
  await began.opened;
  const piece = (name: string) => () => void begun.push(name);
  return {
    begun,
    piece,
    lane,
    async letGo() {
      held.open();
      await first;
    },
  };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof NoTurnError ? error.reason : String(error)),
  );

test('[V38] thirty pieces of one address cost another address one piece', async () => {
  const { lane, begun, piece, letGo } = await holdLane();
  const many = Array.from({ length: 30 }, (_, index) => lane.run(readerFrom('a'), piece(`a${index}`)));
  const other = lane.run(readerFrom('b'), piece('b'));
  await letGo();
  await other;
  expect(begun.slice(0, 2)).toContain('b');
  await Promise.all(many);
  expect(begun).toHaveLength(31);
});

test('[V38] a reader who has gone costs no piece; a full line is refused at once', async () => {
  const { lane, begun, piece, letGo } = await holdLane(createLane({ mostEach: 2, most: 4 }));
  const leaving = new AbortController();
  const gone = lane.run(readerFrom('a', leaving.signal), piece('gone'));
  leaving.abort();
  const early = lane.run(readerFrom('a', leaving.signal), piece('early'));
  const waiting = ['a0', 'a1', 'a2'].map((name) => lane.run(readerFrom('a'), piece(name)));
  expect(await Promise.all([gone, early, waiting[2]!].map(outcomeOf))).toEqual(['gone', 'gone', 'full']);
  await letGo();
  await Promise.all(waiting.slice(0, 2));
  expect(begun).toEqual(['a0', 'a1']);
});

test('[V38] work that several wait for has a place in the line of each, and is done once', async () => {
  const { lane, begun, piece, letGo } = await holdLane();
  const many = Array.from({ length: 30 }, (_, index) => lane.run(readerFrom('a'), piece(`a${index}`)));
  const underWay = new Map<string, SharedWork<void>>();
  const ask = (from: string) => shareWork(underWay, 'same', readerFrom(from), (all) => lane.run(all, piece('same')));
  const all = [ask('a'), ask('b'), ask('c'), ask('b')];
  await letGo();
  await Promise.all(all);
  expect(begun.indexOf('same'), 'the line of the first is long, those of the others are not').toBeLessThan(2);
  await Promise.all(many);
  expect(begun.filter((name) => name === 'same')).toEqual(['same']);
});

test('[V38] those who come to work inside of other work bring their place along', async () => {
  const { lane, begun, piece, letGo } = await holdLane();
  const many = Array.from({ length: 30 }, (_, index) => lane.run(readerFrom('a'), piece(`a${index}`)));
  const [inner, outer] = [new Map<string, SharedWork<void>>(), new Map<string, SharedWork<void>>()];
  const ask = (from: string) =>
    shareWork(outer, 'outer', readerFrom(from), (all) =>
      shareWork(inner, 'inner', all, (every) => lane.run(every, piece('inner'))),
    );
  const both = [ask('a'), ask('b')];
  await letGo();
  await Promise.all(both);
  expect(begun.indexOf('inner')).toBeLessThan(2);
  await Promise.all(many);
});

test('[V38] shared work goes on while one reader waits, and is given up with the last', async () => {
  const { lane, begun, piece, letGo } = await holdLane();
  const underWay = new Map<string, SharedWork<void>>();
  const ask = (name: string, gone?: AbortSignal) =>
    shareWork(underWay, name, readerFrom('a', gone), (all) => lane.run(all, piece(name)));
  const [first, second] = [new AbortController(), new AbortController()];
  const [left, stayed] = [ask('one', first.signal), ask('one')];
  const none = [ask('two', first.signal), ask('two', second.signal)];
  first.abort();
  second.abort();
  expect(await Promise.all([left, ...none].map(outcomeOf))).toEqual(['gone', 'gone', 'gone']);
  const later = ask('two');
  await letGo();
  expect(await Promise.all([stayed, later].map(outcomeOf))).toEqual(['done', 'done']);
  expect(begun, 'what was given up is begun anew by the next').toEqual(['one', 'two']);
});

test('[V38] an answer that must be new is made once more for all who asked while one was being made', async () => {
  let stored = 'old';
  const gates = [createGate(), createGate()];
  const made: string[] = [];
  const read = async () => {
    const seen = stored;
    made.push(seen);
    await gates[made.length - 1]?.opened;
    return seen;
  };
  const underWay = new Map<string, SharedWork<string>>();
  const ask = () => shareNextWork(underWay, 'account', aReader, read);
  const first = ask();
  stored = 'new';
  const many = Array.from({ length: 30 }, ask);
  gates[0]!.open();
  expect(await first).toBe('old');
  await settled();
  stored = 'newest';
  const last = ask();
  gates[1]!.open();
  expect(new Set(await Promise.all(many))).toEqual(new Set(['new']));
  expect(await last).toBe('newest');
  expect(made).toEqual(['old', 'new', 'newest']);
  expect(underWay.size).toBe(0);
});

test('work that has failed is known to be lost; work that is done stays, also when its readers have gone', async () => {
  const failing = new SharedWork(aReader, () => Promise.reject(new Error('no')));
  await expect(failing.wait(aReader)).rejects.toThrow('no');
  expect(failing.isLost).toBe(true);
  const leaving = new AbortController();
  const ended = createGate();
  const work = new SharedWork(aReader, () => ended.opened.then(() => 'done'));
  const wait = work.wait(readerFrom('a', leaving.signal));
  leaving.abort();
  expect(await outcomeOf(wait)).toBe('gone');
  expect(work.isLost).toBe(true);
  ended.open();
  await settled();
  expect(work.isLost).toBe(false);
  expect(await work.wait(aReader)).toBe('done');
});
