import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DAYS, EXAMPLE_PRICES, MEASURED, planDay, tableOf } from './lib/capacity.mjs';

const prices = { core: 1, gb: 1, cdnGb: 1, cdnRequests: 1, database: 1 };
const plan = (day: Partial<typeof DAYS.club>, costs = {}) =>
  planDay({ ...DAYS.federation, ...day }, prices, { ...MEASURED, ...costs });

describe('the plan of a day', () => {
  test('twice the spectators of as many events are twice the messages, pages and sockets', () => {
    const [one, two] = [plan({}), plan({ spectators: 100_000, onSockets: 100_000 })];
    expect(two.busyMs.messages).toBeCloseTo(2 * one.busyMs.messages);
    expect(two.busyMs.pages).toBeCloseTo(2 * one.busyMs.pages);
    expect(two.busyMs.taps).toBe(one.busyMs.taps);
  });

  test('a spectator hears the taps of one event: ten times the events with as many spectators send as many messages', () => {
    const [one, ten] = [plan({ events: 50 }), plan({ events: 500 })];
    expect(ten.busyMs.messages).toBeCloseTo(one.busyMs.messages);
  });

  test('spectators at a cache cost the nodes their page, and no message', () => {
    const [all, none] = [plan({ onSockets: 50_000 }), plan({ onSockets: 0 })];
    expect(none.busyMs.messages).toBe(0);
    expect(none.busyMs.pages).toBe(all.busyMs.pages);
    expect([all.askedOfCaches, none.askedOfCaches > 0]).toEqual([0, true]);
  });

  test('a machine that is half as fast needs twice the nodes', () => {
    const timesOf = (factor: number) =>
      Object.fromEntries(
        Object.entries(MEASURED).flatMap(([name, ms]) => (name.endsWith('Ms') ? [[name, factor * ms]] : [])),
      );
    const day = { spectators: 1e6, onSockets: 1e5 };
    const [slow, fast] = [plan(day, timesOf(2)), plan(day)];
    expect(slow.nodes).toBeGreaterThan(1.8 * fast.nodes);
    expect(slow.money.nodes / fast.money.nodes).toBeCloseTo(slow.nodes / fast.nodes);
  });

  test('the guide has the figures that the command prints', () => {
    const guide = readFileSync(new URL('../docs/guide/capacity.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ');
    const [head, , ...rows] = tableOf(DAYS, EXAMPLE_PRICES);
    for (const line of [head, ...rows]) expect(guide).toContain(line!.replaceAll(/ +/g, ' '));
    for (const [name, cost] of Object.entries(MEASURED)) expect(guide, name).toContain(`| \`${name}\` | ${cost} |`);
  });
});
