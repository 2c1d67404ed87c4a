import type { Channel } from '../../../domain/channels.ts';
import { type Recording, sampleCount } from '../../../domain/recording.ts';
import { MAX_SAMPLES_BYTES } from '../../../protocol/runs.ts';

const BYTES_EACH = 4;
/** Bytes left for the head of the packed samples: far more than a head takes. */
const HEAD = 8_192;

/** A recording that would be too large to store: every second, third … sample is kept, with a warning. */
export function thin(recording: Recording, mostBytes = MAX_SAMPLES_BYTES): Recording {
  const { samples, breaks, warnings } = recording;
  const columns = 1 + Object.keys(samples.channels).length;
  const most = Math.floor((mostBytes - HEAD) / (columns * BYTES_EACH));
  const step = Math.ceil(sampleCount(samples) / most);
  if (step <= 1) return recording;
  const pick = (values: Float64Array) =>
    Float64Array.from({ length: Math.ceil(values.length / step) }, (_, at) => values[at * step]!);
  const channels = Object.entries(samples.channels).map(([name, values]) => [name as Channel, pick(values)]);
  const before = warnings.find(({ code }) => code === 'samples-thinned')?.count ?? 1;
  return {
    ...recording,
    samples: { time: pick(samples.time), channels: Object.fromEntries(channels) },
    breaks: [...new Set(breaks.map((at) => Math.ceil(at / step)))],
    warnings: [
      ...warnings.filter(({ code }) => code !== 'samples-thinned'),
      { code: 'samples-thinned', count: step * before },
    ],
  };
}
