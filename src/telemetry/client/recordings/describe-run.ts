import { plural } from '../../../domain/language.ts';
import type { RunDetails, RunSource } from '../../protocol/runs.ts';
import type { LocalRun } from '../run-sync/stored-run.ts';
import { writeMoment } from '../../../client/ui/moment.ts';
import { type Units, writeValue } from './units.ts';

export function writeDate(timestamp: number | null): string {
  return timestamp === null ? 'Unknown Date' : writeMoment(timestamp * 1000);
}

const SHORT = 500;

/** A short distance is written in metres or feet: '0.01 km' says nothing. */
export function writeDistance(metres: number, units: Units): string {
  return writeValue(metres < SHORT ? 'elevation' : 'distance', units, metres);
}

const KINDS = { gpx: 'GPX', fit: 'FIT', csv: 'CSV', gopro: 'GoPro GPS' } as const;
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['tcx', 'TCX'],
  ['kml', 'KML'],
  ['igc', 'IGC'],
  ['nmea', 'NMEA'],
  ['vbo', 'VBO'],
  ['srt', 'SRT'],
]);

/** The format of a file in words; one that only a later release knows is called by its nearest kind. */
export function writeFormat({ kind, format }: Pick<RunSource, 'kind' | 'format'>): string {
  return FORMATS.get(format ?? '') ?? KINDS[kind];
}

const MEASURED: readonly (readonly [channel: string, word: string])[] = [
  ['heartRate', 'Heart rate'],
  ['power', 'Power'],
  ['cadence', 'Cadence'],
  ['temperature', 'Temperature'],
  ['lean', 'Lean'],
];

/** The parts of a run, in words for its card. */
export function listAttached({ sources, videos, race }: RunDetails): string[] {
  const has = (channel: string) => sources.some(({ channels }) => channels.includes(channel));
  return [
    ...(videos.length === 0 ? [] : [plural(videos.length, 'Video', `${videos.length} videos`)]),
    ...new Set(sources.map(writeFormat)),
    ...MEASURED.filter(([channel]) => has(channel)).map(([, word]) => word),
    ...(race === null ? [] : ['Race result']),
  ];
}

/** An owner without a name, for sentences that need one. */
export const ownerWords = (ownerName: string): string => ownerName || 'an account without a name';

export function describeSharing({ role, ownerName, sharing }: LocalRun): string | null {
  if (role !== 'owner') return ownerName === '' ? 'Shared with you' : `Shared by ${ownerName}`;
  if (sharing === null) return null;
  const { emails, linkKey } = sharing;
  const people = emails.length === 0 ? null : emails.length === 1 ? emails[0]! : `${emails.length} people`;
  if (people === null) return linkKey === null ? null : 'Shared by link';
  return linkKey === null ? `Shared with ${people}` : `Shared with ${people} and by link`;
}

/** Matches everything on a card, and the names of its files. */
export function matchesSearch(run: LocalRun, search: string): boolean {
  const { details } = run;
  const text = [
    details.name,
    writeDate(details.timestamp),
    ...listAttached(details),
    describeSharing(run) ?? '',
    ...details.sources.map(({ fileName, device }) => `${fileName} ${device ?? ''}`),
    ...details.videos.flatMap(({ chapters }) => chapters.map(({ fileName }) => fileName)),
  ]
    .join('\n')
    .toLocaleLowerCase();
  const words = search.toLocaleLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
