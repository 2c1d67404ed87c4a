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
import { pictureCells } from './picture-rows.ts';
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

interface Surprise {
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
    ...pictureCells(),
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
    for (const part of inParts(cells)) {
      const seen = await trier.attemptAll(part);
      part.forEach((cell, index) => shapes.push([cell, seen[index]!]));
      options.onCell?.(shapes.length, cells.length);
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

const TOGETHER = 16;
const changesNothing = (cell: Cell): boolean => !isAllowed(cell.expected) && cell.buildsFirst !== true;

/** Cells that change nothing are tried together, the others each alone. */
function* inParts(cells: readonly Cell[]): Iterable<readonly Cell[]> {
  let part: Cell[] = [];
  for (const cell of cells) {
    if (part.length === TOGETHER || (part.length > 0 && !(changesNothing(cell) && changesNothing(part[0]!)))) {
      yield part;
      part = [];
    }
    part.push(cell);
  }
  if (part.length > 0) yield part;
}

/** Tries cells, and checks that refused ones change nothing. */
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

  async function attempt(
    cells: readonly Cell[],
  ): Promise<{ readonly seen: readonly Seen[]; readonly wrong: readonly Surprise[] }> {
    const wrong: Surprise[] = [];
    const last = nameOf(cells.at(-1)!);
    const before = changesNothing(cells[0]!) ? (known ?? (await take())) : undefined;
    known = before;
    const seen = await Promise.all(cells.map(tryIt));
    for (const [index, cell] of cells.entries()) {
      const { outcome } = seen[index]!;
      if (outcome !== cell.expected)
        wrong.push({ cell: nameOf(cell), what: `expected ${cell.expected}, saw ${outcome}` });
    }
    known = before === undefined ? undefined : await take();
    if (before !== undefined && known !== undefined) {
      const changed = changedTables(before, known);
      if (changed.length > 0)
        wrong.push({ cell: last, what: `it was to be refused, and changed: ${changed.join(', ')}` });
      const receipts = known.receipts - before.receipts;
      const due = cells.filter(({ hasReceipt }) => hasReceipt === true).length;
      if (receipts !== due) wrong.push({ cell: last, what: `it left ${receipts} receipts` });
    }
    // After an unexpected change everything is rebuilt for the next cells.
    if (wrong.length > 0 && changesNothing(cells[0]!)) {
      await stage.renew().catch(() => undefined);
      known = undefined;
    }
    return { seen, wrong };
  }

  return {
    async attemptAll(cells: readonly Cell[]): Promise<readonly Seen[]> {
      const { seen, wrong } = await attempt(cells);
      if (wrong.length === 0 || cells.length === 1) {
        surprises.push(...wrong);
        return seen;
      }
      // Each alone says which cell it was; what only happens to several at once is told of the last.
      const found = surprises.length;
      const alone: Seen[] = [];
      for (const cell of cells) alone.push(...(await this.attemptAll([cell])));
      if (surprises.length === found) surprises.push(...wrong);
      return alone;
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
