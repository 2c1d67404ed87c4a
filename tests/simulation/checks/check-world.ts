import type { World } from '../world.ts';
import { checkClocks } from './clocks.ts';
import { checkCaches, checkOutboxes, checkViewers, findUnsettled } from './devices.ts';
import { type History, readHistory } from './history.ts';
import { checkJustice } from './justice.ts';
import { checkLedger } from './ledger.ts';
import { checkRemovals } from './removals.ts';
import { checkResults } from './results.ts';
import { checkSecrecy } from './secrecy.ts';
import { checkAnswers, checkLogs } from './storage.ts';

/** All invariants of a world, whatever happened in it. */
export function checkWorld(world: World): string[] {
  const { database, journal } = world;
  const { tables } = database;
  const found = new Set(journal.violations);
  const report = (what: string): void => void found.add(what);
  checkLogs(tables, journal, report);
  checkAnswers(tables, journal, report);
  checkLedger(tables, journal, report);
  checkOutboxes(world, report);
  checkClocks(world, report);
  const histories = new Map<string, History>();
  for (const [eventId, log] of tables.changes) {
    try {
      histories.set(eventId, readHistory(eventId, log));
    } catch (error) {
      report(`log: ${eventId} does not replay: ${String(error)}`);
    }
  }
  if (histories.size === tables.changes.size) {
    checkJustice(tables, journal, histories, report);
    checkResults(tables, histories, report);
    checkRemovals(tables, journal, histories, report);
    checkSecrecy(journal.delivered, histories, report);
    checkCaches(world, histories, report);
    checkViewers(journal, histories, report);
    const unsettled = findUnsettled(world);
    if (unsettled !== null) report(unsettled);
  }
  return [...found];
}
