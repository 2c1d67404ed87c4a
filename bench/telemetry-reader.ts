import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { parseRows } from '../src/telemetry/client/recordings/reading/read-csv.ts';
import { readFit } from '../src/telemetry/domain/fit/read-fit.ts';
import { readGoProFile } from '../tests/telemetry/support/read-gopro-file.ts';
import { readTable } from '../src/telemetry/domain/table/read-table.ts';

/** The product's readers in a process of their own, so that its memory is theirs. */

async function readMovie(path: string) {
  const open = openSync(path, 'r');
  const { size } = fstatSync(open);
  let bytes = 0;
  const began = performance.now();
  const read = await readGoProFile({
    size,
    read: async (offset, length) => {
      bytes += length;
      const buffer = new Uint8Array(length);
      return buffer.subarray(0, readSync(open, buffer, 0, length, offset));
    },
  });
  const ms = performance.now() - began;
  closeSync(open);
  if (!read.ok) throw new Error(read.error.code);
  return { ms, bytes, count: read.value.samples.time.length };
}

interface Outcome {
  readonly ok: boolean;
  readonly value?: { readonly samples: { readonly time: Float64Array } };
}

function readData(path: string, read: (bytes: Uint8Array) => Outcome) {
  const bytes = readFileSync(path);
  const began = performance.now();
  const { ok, value } = read(bytes);
  const ms = performance.now() - began;
  if (!ok || value === undefined) throw new Error('It could not be read');
  return { ms, bytes: 0, count: value.samples.time.length };
}

const readCsv = (bytes: Uint8Array) => readTable(parseRows(new TextDecoder().decode(bytes)).rows);

const [kind = '', path = ''] = process.argv.slice(2);
const answer = kind === 'movie' ? await readMovie(path) : readData(path, kind === 'fit' ? readFit : readCsv);
// The peak memory of this program alone; the system's count for a child begins with its parent's.
const mark = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
process.send!({ ...answer, memory: Number(mark) / 1024 });
