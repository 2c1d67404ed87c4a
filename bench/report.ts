import { writeFile } from 'node:fs/promises';
import { type Figure, inWords, withSpread } from './figures.ts';

/** One figure of Pushoff beside its limit and its best peer. */
export interface Line {
  readonly name: string;
  readonly ours: Figure;
  readonly limit?: Figure;
  readonly peer?: { readonly name: string; readonly figure: Figure };
  /** Pushoff's figure divided by the limit (or by a budget). */
  readonly ratio?: Figure;
  readonly aim?: Aim | undefined;
}

/** The least or the most that the figure, or its ratio, may be. */
export interface Aim {
  readonly of: 'ours' | 'ratio';
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes?: readonly string[];
}

export interface Report {
  add(line: Line): void;
  addTable(table: Table): void;
  readonly isMet: boolean;
  /** The aims with their outcome, one a line, the failed ones first. */
  readonly verdicts: readonly string[];
  write(file: string, about: readonly string[]): Promise<void>;
}

export function createReport(print: (line: string) => void): Report {
  const lines: Line[] = [];
  const tables: Table[] = [];
  return {
    add(line) {
      lines.push(line);
      print(cellsOf(line).join('  '));
    },
    addTable(table) {
      tables.push(table);
      print(`\n${table.title}`);
      for (const row of [table.head, ...table.rows]) print(`  ${row.join(' | ')}`);
      for (const note of table.notes ?? []) print(`  ${note}`);
    },
    get verdicts() {
      const judged = lines.filter(({ aim }) => aim !== undefined);
      const missed = judged.filter((line) => meets(line) !== true);
      return [
        `${judged.length - missed.length} of ${judged.length} aims hold`,
        ...[...missed, ...judged.filter((line) => !missed.includes(line))].map(
          (line) =>
            `${missed.includes(line) ? 'DOES NOT HOLD' : 'holds'}: ${line.name}, ${aimOf(line)} (${inWords(judgedValue(line))})`,
        ),
      ];
    },
    get isMet() {
      return lines.every((line) => meets(line) !== false);
    },
    async write(file, about) {
      const head = ['name', 'ours', 'limit', 'peer', 'ratio', 'aim'];
      const parts = [
        '# Results of `npm run bench`',
        '',
        ...about.map((each) => `- ${each}`),
        '',
        '## Which aims hold',
        '',
        ...this.verdicts.map((verdict) => `- ${verdict}`),
        '',
        '## Ours beside the limit and the best peer',
        '',
        ...markdown(
          head,
          lines.map((line) => [...cellsOf(line), verdictOf(line)]),
        ),
        ...tables.flatMap(({ title, head: names, rows, notes = [] }) => [
          '',
          `## ${title}`,
          '',
          ...markdown(names, rows),
          ...notes.flatMap((note) => ['', note]),
        ]),
      ];
      await writeFile(file, `${parts.join('\n')}\n`);
    },
  };
}

function cellsOf({ name, ours, limit, peer, ratio }: Line): string[] {
  return [
    name,
    withSpread(ours),
    limit === undefined ? '–' : withSpread(limit),
    peer === undefined ? '–' : `${inWords(peer.figure.median)} ${peer.name}`,
    ratio === undefined ? '–' : withSpread(ratio),
  ];
}

function judgedValue({ ours, ratio, aim }: Line): number {
  return aim?.of === 'ratio' ? (ratio?.median ?? Number.NaN) : ours.median;
}

function meets(line: Line): boolean | undefined {
  const { aim } = line;
  if (aim === undefined) return undefined;
  const value = judgedValue(line);
  return value >= (aim.atLeast ?? -Infinity) && value <= (aim.atMost ?? Infinity);
}

function aimOf(line: Line): string {
  const { aim } = line;
  if (aim === undefined) return '';
  const bound = aim.atLeast === undefined ? `at most ${inWords(aim.atMost!)}` : `at least ${inWords(aim.atLeast)}`;
  return `${aim.of === 'ratio' ? 'ratio ' : ''}${bound}`;
}

function verdictOf(line: Line): string {
  return line.aim === undefined ? '' : `${aimOf(line)}: ${meets(line) === true ? 'met' : 'NOT MET'}`;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
