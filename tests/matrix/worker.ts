import { type Cell, nameOf } from './cell.ts';
import { runMatrix } from './run-matrix.ts';

/** The task of a process that runs the matrix, as JSON in its argument. */
export interface Task {
  readonly engine: 'sqlite' | 'postgres';
  /** Regular expressions over the names of cells (`action | actor | target`), or exact names. */
  readonly only?: readonly string[];
  readonly stopsAtFirst?: boolean;
}

const { engine, only, stopsAtFirst = false } = JSON.parse(process.argv[2] ?? '{}') as Task;

function isChosen(cell: Cell): boolean {
  if (only === undefined) return true;
  const name = nameOf(cell);
  return only.some((pattern) => pattern === name || new RegExp(pattern).test(name));
}

function onCell(done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of} cells`);
}

const report = await runMatrix({ engine, chosen: isChosen, stopsAtFirst, onCell });
if (process.stderr.isTTY) process.stderr.write('\r');
process.stdout.write(`${JSON.stringify(report)}\n`);
