import type { Engine } from '../../src/server/storage/engine.ts';
import { tokenCells } from './api-rows.ts';
import { bestsCells } from './bests-rows.ts';
import { type Canary, createCanary } from './canary.ts';
import { type Cell, nameOf, type Seen, type World } from './cell.ts';
import { copyCells } from './copy-rows.ts';
import { changedTables, type Fingerprint, takeFingerprint } from './fingerprint.ts';
import { moreCells } from './more-rows.ts';
import { operatorCells } from './operator-rows.ts';
import { pageCells } from './page-rows.ts';
import { createPeople } from './people.ts';
import { resultCells } from './result-rows.ts';
import { revocationCells } from './revocation-rows.ts';
import { runCells } from './run-rows.ts';
import { routeCells } from './route-rows.ts';
import { isAllowed } from './rules.ts';
import { historyCells } from './history-rows.ts';
import { handicapCells } from './handicap-rows.ts';
import { seriesCells } from './series-rows.ts';
import { startMatrixServer } from './running-server.ts';
import { socketCells } from './socket-rows.ts';
import { createStage } from './stage.ts';

export interface MatrixOptions {
  readonly engine: Engine;
  /** Only these cells. */
  readonly chosen?: (cell: Cell) => boolean;
  /** Ends at the first surprise. */
  readonly stopsAtFirst?: boolean;
  readonly onCell?: (done: number, of: number) => void;
}

export interface Surprise {
  /** The cell's name, by which it can be tried again. */
  readonly cell: string;
  readonly what: string;
}

export interface MatrixReport {
  readonly cells: number;
  readonly actors: number;
  readonly actions: number;
  readonly denied: number;
  /** The number of answers compared between other people's targets and missing ones. */
  readonly compared: number;
  readonly surprises: readonly Surprise[];
  readonly canary: {
    readonly bytes: number;
    readonly marks: number;
    readonly finds: number;
    readonly logLines: number;
  };
  readonly seconds: number;
}

export function allCells(): Cell[] {
  return [
    ...routeCells(),
    ...runCells(),
    ...seriesCells(),
    ...historyCells(),
    ...handicapCells(),
    ...pageCells(),
    ...resultCells(),
    ...bestsCells(),
    ...socketCells(),
    ...moreCells(),
    ...copyCells(),
    ...operatorCells(),
    ...tokenCells(),
    ...revocationCells(),
  ];
}

export async function runMatrix(options: MatrixOptions): Promise<MatrixReport> {
  const began = performance.now();
  const all = allCells().filter(options.chosen ?? (() => true));
  // Cells with an expected refusal run first: nothing may change between them.
  const cells = [
    ...all.filter(({ expected }) => !isAllowed(expected)),
    ...all.filter((cell) => isAllowed(cell.expected)),
  ];
  const canary = createCanary();
  const server = await startMatrixServer(options.engine);
  const surprises: Surprise[] = [];
  const shapes: [Cell, Seen][] = [];
  try {
    const people = await createPeople(server, canary);
    const stage = await createStage(server, people, canary);
    const world: World = { server, people, stage, canary };
    const trier = createTrier(world, options.engine, surprises);
    for (const [index, cell] of cells.entries()) {
      shapes.push([cell, await trier.attempt(cell)]);
      options.onCell?.(index + 1, cells.length);
      if (options.stopsAtFirst === true && surprises.length + canary.finds.length > 0) break;
    }
    const compared = compareShapes(shapes, surprises);
    surprises.push(...findsOf(canary), ...findsInLog(canary, server.logged));
    return {
      cells: shapes.length,
      actors: new Set(cells.map(({ actor }) => actor)).size,
      actions: new Set(cells.map(({ action }) => action)).size,
      denied: shapes.filter(([{ expected }]) => !isAllowed(expected)).length,
      compared,
      surprises,
      canary: {
        bytes: canary.bytes,
        marks: canary.marks,
        finds: canary.finds.length,
        logLines: server.logged.length,
      },
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    await server.stop();
  }
}

/** Tries one cell after the other, and checks that refused ones change nothing. */
function createTrier(world: World, engine: Engine, surprises: Surprise[]) {
  const { server, stage } = world;
  let known: Fingerprint | undefined;
  const take = () => takeFingerprint(server.db, engine, known);

  async function tryIt(cell: Cell): Promise<Seen> {
    try {
      return await cell.attempt(world);
    } catch (error) {
      return { outcome: `failed: ${error instanceof Error ? error.message : String(error)}`, shape: '' };
    }
  }
  return {
    async attempt(cell: Cell): Promise<Seen> {
      const found = surprises.length;
      const say = (what: string) => surprises.push({ cell: nameOf(cell), what });
      const isDenied = !isAllowed(cell.expected) && cell.buildsFirst !== true;
      const before = isDenied ? (known ?? (await take())) : undefined;
      known = before;
      const seen = await tryIt(cell);
      if (seen.outcome !== cell.expected) say(`expected ${cell.expected}, saw ${seen.outcome}`);
      known = before === undefined ? undefined : await take();
      if (before !== undefined && known !== undefined) {
        const changed = changedTables(before, known);
        if (changed.length > 0) say(`it was to be refused, and changed: ${changed.join(', ')}`);
        const receipts = known.receipts - before.receipts;
        if (receipts !== Number(cell.hasReceipt === true)) say(`it left ${receipts} receipts`);
      }
      // After an unexpected change everything is rebuilt for the next cells.
      if (surprises.length > found && isDenied) {
        await stage.renew().catch(() => undefined);
        known = undefined;
      }
      return seen;
    },
  };
}

const STRANGE: readonly Cell['target'][] = ["other's", "other's deleted", 'missing'];

/** C5: a target that the actor may not see is answered as if it did not exist. */
function compareShapes(shapes: readonly (readonly [Cell, Seen])[], surprises: Surprise[]): number {
  const groups = new Map<string, [Cell, Seen][]>();
  for (const [cell, seen] of shapes) {
    const isRefused = !isAllowed(cell.expected) && !isAllowed(seen.outcome);
    if (!STRANGE.includes(cell.target) || !(isRefused || cell.mustLookAlike === true)) continue;
    const name = `${cell.action} | ${cell.actor}`;
    groups.set(name, [...(groups.get(name) ?? []), [cell, seen]]);
  }
  let compared = 0;
  for (const [first, ...others] of groups.values()) {
    for (const [cell, seen] of others) {
      compared += 1;
      if (seen.shape === first![1].shape) continue;
      const what = `what is ${cell.target} looks otherwise than what is ${first![0].target}`;
      surprises.push({ cell: nameOf(cell), what: `${what}:\n    ${seen.shape}\n    ${first![1].shape}` });
    }
  }
  return compared;
}

const findsOf = ({ finds }: Canary): Surprise[] =>
  finds.map(({ actor, during, what }) => ({ cell: during, what: `${actor} was sent ${what}` }));

/** The log must contain no secrets. */
function findsInLog(canary: Canary, logged: readonly string[]): Surprise[] {
  return logged.flatMap((line) =>
    canary.findSecrets(line).map((what) => ({ cell: 'the log', what: `${what} stands in: ${line.slice(0, 200)}` })),
  );
}
