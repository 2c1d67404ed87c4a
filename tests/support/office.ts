import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { ensureProgram } from '../../scripts/lib/debian.mjs';

const run = promisify(execFile);

/** What LibreOffice takes a cell for, and what it shows. */
interface OfficeCell {
  /** `string`, `float`, `time`, `date`; undefined where the cell is empty. */
  readonly type: string | undefined;
  /** Of a time: `PT00H25M07.25S`. */
  readonly value: string | undefined;
  readonly shown: string;
}

export interface OfficeSheet {
  readonly name: string;
  readonly rows: readonly (readonly OfficeCell[])[];
}

/** How a country's spreadsheet opens a CSV: its separator, and by its language how numbers and times are written. */
export interface CountryRules {
  readonly separator: string;
  /** Windows' number of the language, which filters of LibreOffice take. */
  readonly language: number;
}

/** Opens a file in LibreOffice and reads what is on its sheets. `rules`: for a CSV. */
export async function openInOffice(path: string, rules?: CountryRules): Promise<OfficeSheet[]> {
  const soffice = await ensureProgram('soffice', 'libreoffice-calc-nogui');
  const folder = dirname(path);
  // Separator, quote, UTF-8, first line, no formats of columns, language, not all as text, times and days as such.
  const options = rules && `CSV:${rules.separator.codePointAt(0)},34,76,1,,${rules.language},false,true`;
  await run(soffice, [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    ...(options === undefined ? [] : [`--infilter=${options}`]),
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    path,
  ]);
  return readSheets(await readFile(join(folder, `${basename(path, extname(path))}.fods`), 'utf8'));
}

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

const inside = (nodes: readonly Node[], name: string): Node[] => nodes.flatMap((node) => (node[name] ?? []) as Node[]);

function readSheets(xml: string): OfficeSheet[] {
  const body = inside(inside([parser.parse(xml) as Node], 'office:document'), 'office:body');
  return inside(inside(body, 'office:spreadsheet'), 'table:table').map((table) => ({
    name: String(table['@_table:name']),
    rows: inside([table], 'table:table-row').map((row) => inside([row], 'table:table-cell').flatMap(readCell)),
  }));
}

/** Equal cells beside each other are written once. The empty ones to the end of the sheet are thousands. */
function readCell(cell: Node): OfficeCell[] {
  const [shown = ''] = (cell['text:p'] ?? []) as string[];
  const type = cell['@_office:value-type'] as string | undefined;
  const read = { type, value: cell['@_office:time-value'] as string | undefined, shown: String(shown) };
  const times = Math.min(Number(cell['@_table:number-columns-repeated'] ?? 1), 50);
  return Array.from({ length: times }, () => read);
}
