import Papa from 'papaparse';
import { ok, refuse, type Result } from '../../../../domain/result.ts';
import type { ReadFailure } from '../../../domain/recording.ts';
import type { ArchiveEntry } from './read-outcome.ts';
import { listZip, openZip, type ZipEntry, type ZipFault } from '../../../../client/archives/zip.ts';

/** Files of recordings, by their names: nothing is unpacked for a list. */
const RECORDING = /\.(?:fit|gpx|tcx|kml|igc|nmea|vbo|srt|csv)(?:\.gz)?$/i;
const IN_ACTIVITIES = /(?:^|\/)activities\/[^/]+$/i;
const TABLE = /(?:^|\/)activities\.csv$/i;
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.)/;
const MOST_TABLE = 64 * 1024 * 1024;

export interface Archive {
  /** The last one first. */
  readonly entries: readonly ArchiveEntry[];
  open(path: string): Promise<Result<File, ReadFailure>>;
}

/** The recordings of an archive: of Strava's export those in its folder 'activities', with what its table says of them. */
export async function listArchive(file: File): Promise<Result<Archive, ReadFailure>> {
  const listed = await listZip(file);
  if (!listed.ok) return refuse(faultOf(listed.error));
  const named = listed.value.filter(({ path }) => RECORDING.test(path) && !HIDDEN.test(path));
  const activities = named.filter(({ path }) => IN_ACTIVITIES.test(path));
  const chosen = activities.length > 0 ? activities : named;
  if (chosen.length === 0) return refuse({ code: 'zip-no-activity' });
  const table = listed.value.find(({ path }) => TABLE.test(path));
  const known = table === undefined || activities.length === 0 ? NO_NAMES : await readNames(file, table);
  const entries = chosen.map(({ path, packedSize }): ArchiveEntry => {
    const about = known.get(fileNameOf(path));
    return { path, name: about?.name || fileNameOf(path), at: about?.at ?? null, bytes: packedSize };
  });
  const orderOf = ({ path }: ArchiveEntry) => known.get(fileNameOf(path))?.order ?? -1;
  // Strava lists the oldest first; numbers in names grow. A recording without a date stands behind those with one.
  const byNewest = (one: ArchiveEntry, other: ArchiveEntry) =>
    (other.at ?? 0) - (one.at ?? 0) ||
    orderOf(other) - orderOf(one) ||
    other.path.localeCompare(one.path, 'en', { numeric: true });
  return ok({
    entries: entries.toSorted(byNewest),
    async open(path) {
      const entry = chosen.find((each) => each.path === path);
      if (entry === undefined) return refuse({ code: 'zip-damaged' });
      const opened = await openZip(file, entry);
      return opened.ok ? opened : refuse(faultOf(opened.error));
    },
  });
}

const FAULTS: Readonly<Record<ZipFault, ReadFailure>> = {
  damaged: { code: 'zip-damaged' },
  locked: { code: 'zip-locked' },
  'too-large': { code: 'file-too-large', megabytes: 256 },
  'cannot-unpack': { code: 'browser-cannot-unpack' },
};

export const faultOf = (fault: ZipFault): ReadFailure => FAULTS[fault];

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

interface Named {
  readonly name: string;
  readonly at: number | null;
  readonly order: number;
}

const NO_NAMES: ReadonlyMap<string, Named> = new Map();

/** Strava's table is in the language of its owner; the order of its first columns is not: number, date, name. */
async function readNames(file: File, table: ZipEntry): Promise<ReadonlyMap<string, Named>> {
  const names = new Map<string, Named>();
  const opened = await openZip(file, table, MOST_TABLE);
  if (!opened.ok) return names;
  const rows = Papa.parse<string[]>(await opened.value.text(), { delimiter: ',' }).data;
  for (const [order, row] of rows.entries()) {
    const path = row.find((cell) => IN_ACTIVITIES.test(cell));
    if (path !== undefined)
      names.set(fileNameOf(path), { name: row[2]?.trim() ?? '', at: readDate(row[1] ?? ''), order });
  }
  return names;
}

const DATE = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4}),? (\d{1,2}):(\d\d):(\d\d)\s?([AP]M)?$/;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** 'Jun 1, 2024, 10:00:05 AM', which is UTC; null for the dates of other languages. */
function readDate(written: string): number | null {
  const found = DATE.exec(written.trim());
  if (found === null) return null;
  const [, month = '', day, year, hour, minute, second, half] = found;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  const at = MONTHS.indexOf(month);
  return at < 0 ? null : Date.UTC(Number(year), at / 3, Number(day), hours, Number(minute), Number(second));
}
