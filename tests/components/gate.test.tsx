import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RaceSettings } from '../../src/domain/model/race-settings.ts';
import { middleOf, press } from './finger.ts';
import { openRace } from './open-race.tsx';
import { button, isInReach, LONG, notePresses, overflow } from './parts.ts';
import { at, type RaceServer } from './race-server.ts';

const countdown = page.getByRole('timer', { name: 'Countdown' });
const startButton = () => document.querySelector<HTMLButtonElement>('[data-start-button]')!;
const atButton = () => startButton().textContent;
const started = () =>
  page
    .getByRole('region', { name: /^Started/ })
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent.slice(0, row.textContent.search(/\d/)));
const strip = page.getByRole('status').filter({ hasText: 'Undo' });

const configure = (server: RaceServer, settings: Partial<RaceSettings>) =>
  server.elsewhere({ type: 'race.configure', settings });

/** Starts in seconds from now, by name, in this order. */
const list = (server: RaceServer, starts: Readonly<Record<string, number>>) =>
  server.elsewhere({
    type: 'schedule.set',
    slots: Object.entries(starts).map(([name, second], index) => ({
      racerId: server.racerIds[name]!,
      order: index + 1,
      at: at(second),
    })),
  });

const openGate = (names: readonly string[], starts: Readonly<Record<string, number>> | null = null) =>
  openRace({
    names,
    view: 'start',
    async before(server) {
      if (starts === null) return;
      await configure(server, { startPolicy: 'schedule' });
      await list(server, starts);
    },
  });

test('A press at the gate starts the racer at the button, stamped when the finger comes down', async () => {
  const race = await openGate(['Ada', 'Bo']);
  const pressed = notePresses();
  await expect.poll(atButton).toBe('Start: Ada');
  await press(middleOf(startButton()));
  await expect.poll(started).toEqual(['Ada']);
  expect(atButton()).toBe('Start: Bo');
  const { taps } = await race.sent();
  expect(Object.values(taps)).toMatchObject([{ racerId: race.racerIds['Ada'], captured: { monotonic: pressed[0] } }]);
});

test('The second touch of a trembling hand does not send the next racer', async () => {
  const race = await openGate(['Ada', 'Bo', 'Cy']);
  const place = middleOf(startButton());
  await press(place);
  await press(place);
  await expect.poll(started).toEqual(['Ada']);
  const { taps } = await race.sent();
  expect(Object.values(taps).filter(({ racerId }) => racerId === race.racerIds['Bo'])).toEqual([]);
});

test('[GATE8] A press that was for the racer of a moment before is kept without a name, and named by a press', async () => {
  const race = await openGate(['Ada', 'Bo', 'Cy']);
  const place = middleOf(startButton());
  await race.tapElsewhere('start', 'Ada');
  await expect.poll(atButton).toBe('Start: Bo');
  await press(place);
  const question = page.getByRole('group', { name: /^Whose time is/ }).first();
  await expect.element(question).toHaveTextContent('Ada');
  expect(atButton(), 'nobody is guessed').toBe('Start: Bo');
  await question.getByRole('button', { name: /to Bo$/ }).click();
  await expect.poll(atButton).toBe('Start: Cy');
});

test('The countdown goes to zero, and the racer leaves at the listed second without a press', async () => {
  const race = await openGate(['Ada', 'Bo'], { Ada: 2.5, Bo: 900 });
  await expect.element(countdown).toHaveTextContent(/^[1-3]Get ready$/);
  await expect.element(countdown).toHaveTextContent(/^GO/);
  await expect.poll(started).toEqual(['Ada']);
  const { taps, entries } = await race.sent();
  expect(Object.values(taps)).toMatchObject([{ via: 'gate', racerId: race.racerIds['Ada'] }]);
  const [{ placed, racerId }] = Object.values(taps) as [(typeof taps)[string]];
  expect(Math.abs(placed.at - entries[racerId!]!.slot!.at!)).toBeLessThanOrEqual(placed.uncertainty + 5);
});

test('Hold moves this start and all after it, and Undo moves them back', async () => {
  const race = await openGate(['Ada', 'Bo'], { Ada: 300, Bo: 330 });
  const slots = async () => {
    const { entries } = await race.sent();
    return ['Ada', 'Bo'].map((name) => entries[race.racerIds[name]!]!.slot!.at!);
  };
  const before = await slots();
  await button('Delay +0:30').click();
  await button('Delay +0:30').click();
  await expect.element(strip).toHaveTextContent('Starts from Ada delayed by 1:00');
  await expect.element(countdown).toHaveTextContent(/^5:\d\d/);
  expect(await slots()).toEqual(before.map((moment) => moment + 60_000));
  await strip.getByRole('button', { name: 'Undo' }).click();
  await expect.element(countdown).toHaveTextContent(/^4:\d\d/);
  expect(await slots()).toEqual(before);
});

test('Skip sends a racer to a later start, DNS out of the race, and both can be taken back', async () => {
  const race = await openGate(['Ada', 'Bo', 'Cy'], { Ada: 300, Bo: 330, Cy: 360 });
  await button('DNS').click();
  await expect.element(strip).toHaveTextContent('Ada did not start');
  expect(atButton()).toBe('Send now: Bo');
  await strip.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(atButton).toBe('Send now: Ada');
  await button('Skip').click();
  await expect.element(strip).toHaveTextContent(/^Ada goes at \d\d:\d\d:\d\d/);
  expect(atButton()).toBe('Send now: Bo');
  await strip.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(atButton).toBe('Send now: Ada');
  expect((await race.sent()).taps).toEqual({});
});

test('By keys alone racers are started, held, put down as DNS and taken back', async () => {
  const race = await openGate(['Ada', 'Bo'], { Ada: 300, Bo: 330 });
  await userEvent.keyboard(' ');
  await expect.poll(started).toEqual(['Ada']);
  await userEvent.keyboard('u');
  await expect.poll(started).toEqual([]);
  await userEvent.keyboard('h');
  await expect.element(strip).toHaveTextContent('Starts from Ada delayed by 0:30');
  await userEvent.keyboard('u');
  await expect.element(strip).not.toBeInTheDocument();
  await userEvent.keyboard('d');
  await expect.element(strip).toHaveTextContent('Ada did not start');
  await userEvent.keyboard('u');
  await expect.poll(atButton).toBe('Send now: Ada');
  expect(Object.values((await race.sent()).taps)).toMatchObject([{ via: 'key', undone: true }]);
});

test('[HD17] Space that is held down starts one racer, and the page stays where it is', async () => {
  const race = await openGate([...'ABCDEFGHIJKL']);
  await userEvent.keyboard('[Space>4/]');
  await expect.poll(started).toEqual(['A']);
  expect(scrollY).toBe(0);
  expect(Object.values((await race.sent()).taps)).toHaveLength(1);
});

test('A racer who missed the start is listed, and is sent by a press', async () => {
  const race = await openGate(['Ada', 'Bo'], { Ada: -60, Bo: 600 });
  await button('Send Ada now').click();
  await expect.poll(started).toEqual(['Ada']);
  await expect.element(page.getByText('Missed their start')).not.toBeInTheDocument();
  expect(Object.values((await race.sent()).taps)).toHaveLength(1);
});

test('A wave starts by one press, with one moment for all, and each start has its own undo', async () => {
  const race = await openGate(['Ada', 'Bo', 'Cy']);
  await button('Start together').click();
  await expect.poll(atButton).toBe('Start 3 together');
  await press(middleOf(startButton()));
  await expect.poll(started).toHaveLength(3);
  const { taps } = await race.sent();
  expect(new Set(Object.values(taps).map(({ placed }) => placed.at)).size).toBe(1);
  await button('Undo the start of Bo').click();
  await expect.poll(started).toHaveLength(2);
});

test('With no signal the gate says how many starts are on this phone, and a reload loses none', async () => {
  const race = await openGate(['Ada', 'Bo']);
  race.cut();
  await press(middleOf(startButton()));
  await expect.element(page.getByText(/No signal\..*1 (?:tap )?saved on this phone/)).toBeVisible();
  await race.reload();
  await expect.poll(started).toEqual(['Ada']);
  race.mend();
  expect(Object.values((await race.sent()).taps)).toMatchObject([{ racerId: race.racerIds['Ada'] }]);
});

test('A name of 60 letters leaves Start and the other steps where they are, in reach of the thumb', async () => {
  await openGate([LONG, 'Bo'], { [LONG]: 300, Bo: 330 });
  const buttons = () => [startButton(), ...['Delay +0:30', 'Skip', 'DNS'].map((name) => button(name).element())];
  await expect.poll(atButton).toBe(`Send now: ${LONG}`);
  const before = buttons().map((each) => each.getBoundingClientRect());
  for (const each of buttons()) expect(isInReach(each)).toBe(true);
  expect(before[0]!.height).toBeGreaterThanOrEqual(64);
  await button('DNS').click();
  await expect.poll(atButton).toBe('Send now: Bo');
  expect(buttons().map((each) => each.getBoundingClientRect())).toEqual(before);
  expect(isInReach(button('Undo').element())).toBe(true);
  expect(overflow()).toBe(0);
});
