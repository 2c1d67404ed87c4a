import { beforeAll, describe, expect, test } from 'vitest';
import { clientMessage } from '../../src/protocol/client-message.ts';
import { commandKinds } from '../../src/domain/events/command-kinds.ts';
import { racerCommand } from '../../src/protocol/commands.ts';
import { api, pages } from '../../src/protocol/routes.ts';
import { operations } from '../support/all-operations.ts';
import { type ActorName, actors } from '../matrix/actors.ts';
import type { Cell } from '../matrix/cell.ts';
import { commandTypes } from '../matrix/command-rows.ts';
import { allCells, type MatrixReport, runMatrix } from '../matrix/run-matrix.ts';

/** These actors are owner and guest admin of another event. */
const elsewhere = ['outsider', "another event's guest admin"];
/** What an account has by itself: the event of the other actors, and what they may there, changes nothing about it. */
const ofAccounts = /^(series|handicap tables|history of a racer) /;
const ownAccounts: readonly ActorName[] = ['nobody', 'newcomer', 'outsider', 'owner', 'guest admin', 'screen'];

/**
 * The part of `npm run matrix` that `npm test` runs: every action on own and on others' targets, by every actor whose
 * standing is its own. Both kinds of admin are admins alike, however they were named.
 */
function isTriedEachTime({ action, actor, target }: Cell): boolean {
  if (target !== 'own' && target !== "other's" && target !== '-') return false;
  if (target === 'own' && elsewhere.includes(actor)) return false;
  if (actor === 'admin by id' && target !== '-') return false;
  if (ofAccounts.test(action) && !ownAccounts.includes(actor)) return false;
  return !/from another site|^\/|^while they/.test(action);
}

describe('the access matrix', () => {
  const cells = allCells();
  const actions = new Set(cells.map(({ action }) => action));

  test('[M9] every command, call, page and message has its row', () => {
    const racerTypes = racerCommand.def.options.map(({ shape }) => shape.type.def.values[0]);
    const types = ['event.create', 'event.duplicate', ...Object.keys(commandKinds), ...racerTypes];
    expect(commandTypes.toSorted()).toEqual(types.toSorted());
    for (const type of types) expect(actions).toContain(type);
    for (const { method, path } of operations) {
      const ends = [`(${method.toUpperCase()} ${path})`, `(${path})`];
      const hasRow = path === api.commands || [...actions].some((action) => ends.some((end) => action.endsWith(end)));
      expect(hasRow, `${method} ${path}`).toBe(true);
    }
    for (const page of pages) expect(actions).toContain(page);
    for (const { shape } of clientMessage.def.options) {
      expect(actions).toContain(`socket ${shape.type.def.values[0]}`);
    }
  });

  test('every actor tries every command', () => {
    for (const actor of actors) {
      const tried = new Set(cells.filter((cell) => cell.actor === actor).map(({ action }) => action));
      expect(commandTypes.filter((type) => !tried.has(type))).toEqual([]);
    }
    expect(cells.length).toBeGreaterThan(1500);
  });

  describe('against a server', () => {
    let report: MatrixReport;
    beforeAll(async () => {
      report = await runMatrix({ engine: 'sqlite', chosen: isTriedEachTime });
    });

    test('[M1] [M2] [M3] [M4] [M5] [M6] [M7] [M8] [M10] [M11] [M12] nobody does or sees anything that the rules do not allow', () => {
      expect(report.surprises).toEqual([]);
      expect(report.actors).toBe(actors.length);
      expect(report.cells).toBeGreaterThan(1000);
    });

    test('the canary has searched everything that every actor was sent', () => {
      expect(report.canary.marks).toBeGreaterThan(50);
      expect(report.canary.bytes).toBeGreaterThan(100_000);
    });
  });
});
