import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SAMPLES } from '../support/samples.ts';
import { contradictionsOf } from './contradictions.ts';
import { readShown } from './read-shown.ts';

interface SampleResult {
  readonly file: string;
  readonly isShown: boolean;
  readonly contradictions: readonly string[];
}

/** Every recorded file of the samples, through the same doors as a made one. */
export async function runSamples(folder = SAMPLES): Promise<SampleResult[]> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && !path.endsWith('.md'));
  const results: SampleResult[] = [];
  for (const path of paths) {
    const bytes = readFileSync(path);
    const isPacked = path.endsWith('.gz');
    const file = new File([isPacked ? gunzipSync(bytes) : bytes], basename(path, isPacked ? '.gz' : ''));
    const shown = await readShown(file);
    const isShown = !('refused' in shown);
    results.push({ file: relative(folder, path), isShown, contradictions: isShown ? contradictionsOf(shown) : [] });
  }
  return results;
}
