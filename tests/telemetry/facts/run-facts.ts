import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Recording } from '../../../src/telemetry/domain/recording.ts';
import { readFiles } from '../../../src/telemetry/client/recordings/reading/read-files.ts';
import { readSampleIn } from '../support/samples.ts';
import { describeOutcome, EXPECTED } from './expectations.ts';
import { compareExactly, type Fact, type Stated } from './fact.ts';
import { furtherFacts } from './further-facts.ts';
import { csvFacts, fitFacts, gpxFacts } from './file-facts.ts';
import { goproFacts } from './gopro-facts.ts';

export interface FileFacts {
  readonly file: string;
  readonly facts: readonly Fact[];
}

const MORE = 'more';

/**
 * Every file of the folder's README, and of the folder `more` in it, with the stated and the read values, read by the
 * page's own code.
 */
export async function readFacts(folder: string): Promise<FileFacts[]> {
  const all: FileFacts[] = [];
  const more = join(folder, MORE);
  if (existsSync(join(more, 'README.md'))) {
    for (const { file, facts } of await readFacts(more)) all.push({ file: `${MORE}/${file}`, facts });
  }
  for (const row of readRows(readFileSync(join(folder, 'README.md'), 'utf8'))) {
    all.push({ file: row.file, facts: await factsOrError(folder, row) });
  }
  return all;
}

interface Row {
  readonly file: string;
  readonly stated: Stated | string;
  /** The note behind the figures. */
  readonly note: string;
}

/** Rows of the table: file, origin, licence, facts as JSON with a note behind them, tool. */
function readRows(readme: string): Row[] {
  return readme.split('\n').flatMap((line) => {
    const cells = line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, ''));
    const [file = '', , , text = ''] = cells;
    if (!/\.\w{2,4}$/.test(file)) return [];
    const [json = '', ...note] = text.split(' — ');
    const stated = parse(json);
    return [stated === null ? { file, stated: text, note: '' } : { file, stated, note: note.join(' — ') }];
  });
}

/** Null for what states no facts and no words. */
function parse(json: string): Stated | string | null {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'string') return value;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stated) : null;
  } catch {
    return null;
  }
}

/** A row that cannot be compared differs, and the rows behind it are compared all the same. */
async function factsOrError(folder: string, row: Row): Promise<Fact[]> {
  try {
    return await factsOf(folder, row);
  } catch (error) {
    return [compareExactly('row', row.stated, error instanceof Error ? error.message : String(error))];
  }
}

async function factsOf(folder: string, { file, stated, note }: Row): Promise<Fact[]> {
  const bytes = readSampleIn(folder, file);
  const outcome = await readFiles([new File([bytes], basename(file))], undefined, () => undefined);
  const expected = EXPECTED[file];
  if (expected !== undefined || typeof stated === 'string') {
    const read = describeOutcome(outcome);
    const words = typeof stated === 'string' ? note || stated : String(stated['expect'] ?? JSON.stringify(stated));
    return [{ what: 'outcome', stated: words, read, isSame: expected?.test(read) ?? false, tolerance: 'in words' }];
  }
  if (outcome.kind !== 'data' && (outcome.kind !== 'video' || outcome.read === null)) {
    return [compareExactly('outcome', stated, describeOutcome(outcome))];
  }
  const { recording } = outcome.read!;
  const facts = await factsOfKind(bytes, recording, stated, note);
  return [...facts, ...furtherFacts(recording, stated, facts)];
}

/** The reference tools state other facts about each kind of file. */
async function factsOfKind(bytes: Uint8Array, recording: Recording, stated: Stated, note: string): Promise<Fact[]> {
  if (recording.kind === 'gopro') return goproFacts(bytes, recording, stated, note);
  if (stated['records'] !== undefined) return fitFacts(recording, stated);
  return stated['pts'] === undefined ? csvFacts(recording, stated) : gpxFacts(recording, stated);
}
