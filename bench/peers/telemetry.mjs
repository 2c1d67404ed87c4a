// Other libraries reading the same files, used as their documentation says.
import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const [kind = '', path = ''] = process.argv.slice(2);
const began = performance.now();

/**
 * The method for files that are too large for one Buffer: the library returns a sink that takes the file piece by
 * piece, in pieces as large as those of its browser mode.
 */
async function extract() {
  const gpmfExtract = require('gpmf-extract');
  let bytes = 0;
  const { rawData, timing } = await gpmfExtract((/** @type {any} */ movie) => {
    const stream = createReadStream(path, { highWaterMark: 2 * 1024 * 1024 });
    stream.on('data', (chunk) => {
      const { buffer } = new Uint8Array(/** @type {Buffer} */ (chunk));
      movie.appendBuffer(Object.assign(buffer, { fileStart: bytes }));
      bytes += chunk.length;
    });
    stream.on('end', () => movie.flush());
  });
  return { bytes, count: rawData.length > 0 ? timing.samples.length : 0 };
}

async function parseFit() {
  const { default: FitParser } = await import('fit-file-parser');
  const content = readFileSync(path);
  const start = performance.now();
  const { records } = await new FitParser({ force: true, mode: 'list' }).parseAsync(content);
  return { bytes: 0, count: records?.length ?? 0, ms: performance.now() - start };
}

function parseCsv() {
  const { parse } = require('papaparse');
  const text = readFileSync(path, 'utf8');
  const start = performance.now();
  const { data } = parse(text);
  return { bytes: 0, count: data.length, ms: performance.now() - start };
}

const read = { movie: extract, fit: parseFit, csv: parseCsv }[kind];
if (read === undefined) throw new Error(`There is no ${kind}`);
const answer = await read();
const ms = performance.now() - began;
// The peak memory of this program alone; the system's count for a child begins with its parent's.
const mark = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
process.send?.({ ms, ...answer, memory: Number(mark) / 1024 });
