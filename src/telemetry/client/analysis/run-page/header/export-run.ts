import { toCsv, toGpx } from '../../../../domain/export.ts';
import { unpack } from '../../../../domain/pack.ts';
import { epochMs } from '../../../../../domain/units.ts';
import type { AlignedSource, RunDetails } from '../../../../protocol/runs.ts';
import { saveFile } from '../../../../../client/ui/save-file.ts';

/** A name that every file system accepts. */
export function fileNameOf(name: string, extension: string): string {
  const plain = name
    .replace(/[\p{Control}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, 80)
    .replace(/[. ]{1,80}$/, '');
  return `${plain || 'run'}.${extension}`;
}

export function exportSource(details: RunDetails, source: AlignedSource, packed: Uint8Array, as: 'gpx' | 'csv'): void {
  const samples = unpack(packed);
  if (!samples.ok) return;
  const clocks = source.clocks.map((clock) => ({ ...clock, at: epochMs(clock.at) }));
  const recording = { samples: samples.value, breaks: source.breaks, clocks };
  const name = details.sources.length > 1 ? `${details.name} ${source.fileName.replace(/\.[^.]+$/, '')}` : details.name;
  if (as === 'gpx') saveFile(fileNameOf(name, 'gpx'), toGpx(recording, details.name), 'application/gpx+xml');
  else saveFile(fileNameOf(name, 'csv'), toCsv(recording), 'text/csv');
}
