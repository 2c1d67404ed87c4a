import { expect, test } from 'vitest';
import { pack, unpack } from '../../domain/pack.ts';
import type { Samples } from '../../domain/recording.ts';
import type { AlignedSource } from '../../protocol/runs.ts';
import { createDevice, createRunServer, DETAILS } from '../../../../tests/telemetry/support/run-device.ts';
import type { RunLibrary } from './run-library.ts';

const ANNA = 'anna';
const SAMPLES: Samples = { time: Float64Array.of(0, 1, 2), channels: { speed: Float64Array.of(3, 4, 5) } };
const SOURCE: AlignedSource = {
  id: 'source-1',
  kind: 'gpx',
  fileName: 'run.gpx',
  device: null,
  count: 3,
  channels: ['speed'],
  breaks: [0],
  laps: [],
  clocks: [],
  warnings: [],
  alignment: { offset: 0, method: 'same-file', confidence: 1, uncertaintySeconds: 0 },
};
const WITH_SOURCE = { ...DETAILS, sources: [SOURCE] };

const only = (library: RunLibrary) => library.runs.getSnapshot()![0]!;
const names = (library: RunLibrary) => library.runs.getSnapshot()!.map(({ details }) => details.name);
const settled = (library: RunLibrary) =>
  expect.poll(() => library.runs.getSnapshot()!.some(({ isWaiting }) => isWaiting)).toBe(false);

test('a run is on the device when it is made, and on the server when there is one', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  server.isReachable = false;
  const library = await device.openTab(ANNA);
  const id = await library.create(WITH_SOURCE, new Map([[SOURCE.id, SAMPLES]]));
  expect(only(library)).toMatchObject({ id, isWaiting: true, role: 'owner', details: { name: 'Morning' } });
  expect(server.runs.size).toBe(0);

  server.isReachable = true;
  library.wake();
  await settled(library);
  expect(server.runs.get(id)?.details).toEqual(WITH_SOURCE);
  expect(server.samples.get(`${id} source-1`)).toEqual(pack(SAMPLES));
  const sent = server.asked.filter((each) => each.startsWith('put'));
  expect(sent.slice(-2)).toEqual([`put ${id}`, 'put samples source-1']);
});

test('without a network it tries again by itself, later and later', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  const library = await device.openTab(ANNA);
  server.isReachable = false;
  await library.create(DETAILS, new Map());
  await library.refresh();
  server.isReachable = true;
  device.runTimers();
  await settled(library);
  expect(server.runs.size).toBe(1);
});

test('samples that were sent are not sent again after an interruption', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  const first = await device.openTab(ANNA);
  const second = { ...SOURCE, id: 'source-2' };
  const samples = new Map([
    [SOURCE.id, SAMPLES],
    [second.id, SAMPLES],
  ]);
  const calls = server.callsOf(ANNA);
  await first.create({ ...DETAILS, sources: [SOURCE, second] }, samples);
  await settled(first);
  await first.addSource(only(first).id, { ...SOURCE, id: 'source-3' }, SAMPLES);
  await settled(first);
  expect(server.asked.filter((each) => each.startsWith('put samples'))).toEqual([
    'put samples source-1',
    'put samples source-2',
    'put samples source-3',
  ]);
  expect((await calls.readSamples(only(first).id, 'source-3', null)).ok).toBe(true);
});

test('a change is made again on top of what another device has changed: both are kept', async () => {
  const server = createRunServer();
  const library = await createDevice(server).openTab(ANNA);
  const id = await library.create(DETAILS, new Map());
  await settled(library);
  server.change(id, { hidesPositions: true });
  await library.change(id, (details) => ({ ...details, name: 'Evening' }));
  await settled(library);
  expect(server.runs.get(id)?.details).toMatchObject({ name: 'Evening', hidesPositions: true });
  expect(only(library).details).toMatchObject({ name: 'Evening', hidesPositions: true });
});

test('what is changed while a change is on its way is sent after it', async () => {
  const server = createRunServer();
  const library = await createDevice(server).openTab(ANNA);
  const id = await library.create(DETAILS, new Map());
  await Promise.all([
    library.change(id, (details) => ({ ...details, name: 'One' })),
    library.change(id, (details) => ({ ...details, name: 'Two' })),
  ]);
  await settled(library);
  expect(server.runs.get(id)?.details.name).toBe('Two');
});

test('what the server refuses stays on the device with its reason, and goes with the next change', async () => {
  const server = createRunServer();
  const library = await createDevice(server).openTab(ANNA);
  const id = await library.create({ ...DETAILS, name: 'refused' }, new Map());
  await expect.poll(() => only(library).refusal).toBe('text-not-storable');
  expect(only(library).details.name).toBe('refused');
  await library.change(id, (details) => ({ ...details, name: 'Better' }));
  await settled(library);
  expect(only(library).refusal).toBeNull();
  expect(server.runs.get(id)?.details.name).toBe('Better');
});

test('what was refused for a reason that is gone is tried again, and nothing else', async () => {
  const server = createRunServer();
  const library = await createDevice(server).openTab(ANNA);
  await library.create({ ...DETAILS, name: 'refused' }, new Map());
  await expect.poll(() => only(library).refusal).toBe('text-not-storable');
  const puts = () => server.asked.filter((each) => each.startsWith('put')).length;
  const before = puts();
  await library.tryAgain('email-not-confirmed');
  expect(puts()).toBe(before);
  await library.tryAgain('text-not-storable');
  expect(puts()).toBe(before + 1);
});

test('what was refused is tried once more on the next visit', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  const library = await device.openTab(ANNA);
  const id = await library.create({ ...DETAILS, name: 'refused' }, new Map());
  await expect.poll(() => only(library).refusal).toBe('text-not-storable');
  library.stop();
  const puts = () => server.asked.filter((each) => each === `put ${id}`).length;
  const before = puts();
  const again = await device.openTab(ANNA);
  await expect.poll(() => only(again).refusal).toBe('text-not-storable');
  expect(puts()).toBe(before + 1);
});

test('a removed run leaves the list, waits among the removed ones and comes back', async () => {
  const server = createRunServer();
  const library = await createDevice(server).openTab(ANNA);
  const id = await library.create(DETAILS, new Map());
  await settled(library);
  await library.remove(id);
  expect(names(library)).toEqual([]);
  expect(library.removed.getSnapshot().map((run) => run.id)).toEqual([id]);
  await expect.poll(() => server.runs.get(id)?.deletedAt).not.toBeNull();
  await library.restore(id);
  await settled(library);
  expect(names(library)).toEqual(['Morning']);
  expect(server.runs.get(id)?.deletedAt).toBeNull();
});

test('a run that was removed before it was ever sent is not sent', async () => {
  const server = createRunServer();
  server.isReachable = false;
  const library = await createDevice(server).openTab(ANNA);
  await library.remove(await library.create(DETAILS, new Map()));
  server.isReachable = true;
  await library.refresh();
  expect(server.runs.size).toBe(0);
});

test('two tabs show the same, and what waits is sent once', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  const [one, other] = [await device.openTab(ANNA), await device.openTab(ANNA)];
  const id = await one.create(DETAILS, new Map());
  await expect.poll(() => names(other)).toEqual(['Morning']);
  other.wake();
  one.wake();
  await settled(one);
  await settled(other);
  expect(server.asked.filter((each) => each === `put ${id}`)).toHaveLength(1);
});

test('runs of a user who is not signed in stay here, and become theirs when they sign in', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  const before = await device.openTab(null);
  const id = await before.create(WITH_SOURCE, new Map([[SOURCE.id, SAMPLES]]));
  expect(server.asked).toEqual([]);
  before.stop();
  const after = await device.openTab(ANNA);
  await settled(after);
  expect(server.runs.get(id)?.ownerId).toBe(ANNA);
  expect(server.samples.size).toBe(1);
});

test('the next user of the device sees no runs of the user before, and nothing is sent in their name', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  let isAnna = true;
  const annas = await device.openTab(ANNA, () => isAnna);
  await annas.create(DETAILS, new Map());
  await settled(annas);
  server.isReachable = false;
  const waiting = await annas.create({ ...DETAILS, name: 'Waits' }, new Map());
  isAnna = false;
  server.isReachable = true;
  const bens = await device.openTab('ben');
  await annas.refresh();
  expect(names(bens)).toEqual([]);
  expect(server.runs.has(waiting)).toBe(false);
  expect((await device.storage.listRuns(ANNA)).map(({ id }) => id)).toEqual([waiting]);
});

test('a refused run is still there when its owner comes back after another user', async () => {
  const device = createDevice(createRunServer());
  const annas = await device.openTab(ANNA);
  const id = await annas.create({ ...DETAILS, name: 'refused' }, new Map());
  await expect.poll(() => only(annas).refusal).toBe('text-not-storable');
  annas.stop();
  (await device.openTab('ben')).stop();
  expect(only(await device.openTab(ANNA)).id).toBe(id);
});

test('a run that is shared no longer leaves the device', async () => {
  const server = createRunServer();
  const library = await createDevice(server).openTab(ANNA);
  const id = await library.create(DETAILS, new Map());
  await settled(library);
  server.runs.delete(id);
  await library.refresh();
  expect(names(library)).toEqual([]);
});

test('a link opens a run without an account, with its samples, and leaves nothing in the list', async () => {
  const server = createRunServer();
  const owner = await createDevice(server).openTab(ANNA);
  const id = await owner.create(WITH_SOURCE, new Map([[SOURCE.id, SAMPLES]]));
  await settled(owner);
  expect(await owner.setLink(id, true)).toEqual({ ok: true, value: null });
  expect(only(owner).sharing?.linkKey).toBe('key');

  const visitor = await createDevice(server).openTab(null);
  expect(await visitor.open(id, null)).toMatchObject({ ok: false, error: { code: 'run-not-found' } });
  expect(await visitor.open(id, 'key')).toMatchObject({
    ok: true,
    value: { role: 'link', details: { name: 'Morning' } },
  });
  const samples = await visitor.samples(id, SOURCE.id);
  const unpacked = samples.ok && unpack(samples.value);
  expect(unpacked && unpacked.ok && [...unpacked.value.time]).toEqual([0, 1, 2]);
  expect(names(visitor)).toEqual([]);
});

test('a run is sent before it is shared', async () => {
  const server = createRunServer();
  server.isReachable = false;
  const library = await createDevice(server).openTab(ANNA);
  const id = await library.create(DETAILS, new Map());
  await library.refresh();
  server.isReachable = true;
  expect((await library.share(id, 'ben@example.org')).ok).toBe(true);
  expect(only(library).sharing?.emails).toEqual(['ben@example.org']);
});

test('parts of a run that did not change keep their identity, so that nothing is drawn anew for nothing', async () => {
  const library = await createDevice(createRunServer()).openTab(null);
  const id = await library.create(WITH_SOURCE, new Map([[SOURCE.id, SAMPLES]]));
  const { sources } = only(library).details;
  await library.change(id, (details) => ({ ...details, name: 'Evening' }));
  expect(only(library).details.sources).toBe(sources);
});

test('the newest run comes first; one without a date counts from when it was added', async () => {
  const library = await createDevice(createRunServer()).openTab(null);
  await library.create({ ...DETAILS, name: 'old', timestamp: 0 }, new Map());
  await library.create({ ...DETAILS, name: 'new', timestamp: 1_800_000_000 }, new Map());
  await library.create({ ...DETAILS, name: 'undated', timestamp: null }, new Map());
  expect(names(library)).toEqual(['new', 'undated', 'old']);
});

const readsOf = (asked: readonly string[]) => asked.filter((each) => each.startsWith('read run'));

test('[U26] runs come to a new device page by page, and again only when something about them has changed', async () => {
  const server = createRunServer();
  server.pageSize = 2;
  const first = await createDevice(server).openTab(ANNA);
  for (const name of ['one', 'two', 'three', 'four', 'five']) await first.create({ ...DETAILS, name }, new Map());
  await settled(first);

  const device = createDevice(server);
  const second = await device.openTab(ANNA);
  await expect.poll(() => names(second).length).toBe(5);
  expect(second.listed.getSnapshot().arriving).toEqual([]);
  server.asked.length = 0;
  await second.refresh();
  // Nothing is new: no page of the account's own runs is sent, and no stored run is dropped for it.
  expect(server.asked).toEqual(['list', 'list shared']);
  expect(names(second).length).toBe(5);
  server.change('run-2', { name: 'changed' });
  await first.share('run-3', 'ben@example.org');
  server.asked.length = 0;
  await second.refresh();
  expect(readsOf(server.asked)).toEqual(['read run-2', 'read run-3']);
  const byId = new Map(second.runs.getSnapshot()!.map((run) => [run.id, run]));
  expect(byId.get('run-2')?.details.name).toBe('changed');
  expect(byId.get('run-3')?.sharing?.emails).toEqual(['ben@example.org']);
});

test('[U26] runs that are on their way are shown in short, and what was read stays when the line breaks', async () => {
  const server = createRunServer();
  const first = await createDevice(server).openTab(ANNA);
  for (let at = 0; at < 30; at += 1) await first.create({ ...DETAILS, name: `run ${at}` }, new Map());
  await settled(first);

  const device = createDevice(server);
  server.answersLeft = 29;
  const second = await device.openTab(ANNA);
  await expect.poll(() => server.answersLeft).toBeLessThan(0);
  await second.refresh();
  const here = names(second).length;
  const { arriving } = second.listed.getSnapshot();
  expect(here).toBe(27);
  expect(arriving.length).toBe(3);
  expect(arriving[0]).toMatchObject({ name: expect.stringMatching(/^run \d+$/), duration: 100 });

  server.answersLeft = Infinity;
  server.asked.length = 0;
  device.runTimers();
  await expect.poll(() => names(second).length).toBe(30);
  expect(second.listed.getSnapshot().arriving).toEqual([]);
  expect(readsOf(server.asked).length).toBe(3);
});

test('[U26] a run that was stored by the release before is asked for once, and what waits on it is not lost', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  const before = await device.openTab(ANNA);
  const id = await before.create(DETAILS, new Map());
  await settled(before);
  before.stop();
  await device.storage.updateRun(ANNA, id, (stored) => {
    const { revision: _, ...confirmed } = stored!.confirmed!;
    return { ...stored!, confirmed: { ...confirmed, sharing: { emails: [], sharedWith: [], linkKey: null } as never } };
  });
  server.isReachable = false;
  const after = await device.openTab(ANNA);
  await after.change(id, (details) => ({ ...details, name: 'Made offline' }));
  server.isReachable = true;
  server.change(id, { hidesPositions: true });
  after.wake();
  await settled(after);
  await after.refresh();
  expect(server.runs.get(id)?.details).toMatchObject({ name: 'Made offline', hidesPositions: true });
  server.asked.length = 0;
  await after.refresh();
  expect(readsOf(server.asked)).toEqual([]);
});

test('[U26] a run whose samples the server has not got is not dropped because a list is without it', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  const library = await device.openTab(ANNA);
  const id = await library.create(WITH_SOURCE, new Map([[SOURCE.id, SAMPLES]]));
  await settled(library);
  await device.storage.updateRun(ANNA, id, (stored) => ({ ...stored!, unsent: [SOURCE.id], refusal: 'too-many-runs' }));
  server.runs.delete(id);
  await library.refresh();
  expect((await device.storage.listRuns(ANNA)).map((stored) => stored.id)).toEqual([id]);
  expect(await device.storage.readSamples(id, SOURCE.id)).toBeDefined();
});

test('[U28] a run of another owner is an offer, comes to the device when it is kept, and leaves it when taken off', async () => {
  const server = createRunServer();
  const owner = await createDevice(server).openTab('ben');
  const id = await owner.create({ ...DETAILS, name: 'Tuesday TT' }, new Map());
  await settled(owner);
  server.offered.set(id, 'offer');

  const device = createDevice(server);
  const library = await device.openTab(ANNA);
  const offers = () => library.listed.getSnapshot().offers.map(({ name }) => name);
  await expect.poll(offers).toEqual(['Tuesday TT']);
  expect(await library.open(id, null)).toMatchObject({ ok: true, value: { role: 'shared' } });
  expect(await device.storage.listRuns(ANNA)).toEqual([]);
  expect((await library.answer(id, 'keep')).ok).toBe(true);
  expect([names(library), offers()]).toEqual([['Tuesday TT'], []]);
  expect((await library.answer(id, 'remove')).ok).toBe(true);
  expect([names(library), offers()]).toEqual([[], []]);
  expect(await device.storage.listRuns(ANNA)).toEqual([]);
  expect((await library.answer(id, 'keep')).ok).toBe(true);
  expect(names(library)).toEqual(['Tuesday TT']);
  server.isReachable = false;
  expect(await library.answer(id, 'remove')).toMatchObject({ ok: false });
  expect(names(library)).toEqual(['Tuesday TT']);
});
