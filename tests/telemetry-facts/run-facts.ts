import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFiles } from '../../src/client/features/analysis/reading/read-files.ts';
import { describeOutcome, EXPECTED } from './expectations.ts';
import { compareExactly, type Fact, type Stated } from './fact.ts';
import { csvFacts, fitFacts, gpxFacts } from './file-facts.ts';
import { goproFacts } from './gopro-facts.ts';

export interface FileFacts {
  readonly file: string;
  readonly facts: readonly Fact[];
}

/** Every file of the README with the stated and the read values, read by the page's own code. */
export async function readFacts(folder: string): Promise<FileFacts[]> {
  const all: FileFacts[] = [];
  for (const row of readRows(readFileSync(join(folder, 'README.md'), 'utf8'))) {
    all.push({ file: row.file, facts: await factsOf(folder, row) });
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
    try {
      return [{ file, stated: JSON.parse(json) as Stated | string, note: note.join(' — ') }];
    } catch {
      return [{ file, stated: text, note: '' }];
    }
  });
}

async function factsOf(folder: string, { file, stated, note }: Row): Promise<Fact[]> {
  const bytes = readFileSync(join(folder, file));
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
  if (recording.kind === 'gopro') return goproFacts(bytes, recording, stated, note);
  return { fit: fitFacts, gpx: gpxFacts, csv: csvFacts }[recording.kind](recording, stated);
}
