import type { ExportRow } from './export-race.ts';

/** The codes that programs of cycling take: those who are over the limit or not placed are both `DNP`. */
const PLACES = { OK: '', OTL: 'DNP', NP: 'DNP', DNF: 'DNF', DSQ: 'DQ', DNS: 'DNS' } as const;

/**
 * The place, or the code in its stead; null for a racer who has neither yet, and is left out of such a file. A racer without
 * a handicap has a time and no place.
 */
export function placeOf({ rank, status, time }: ExportRow): string | null {
  if (rank !== null) return String(rank);
  if (status === 'OK') return time === null ? null : PLACES.NP;
  return PLACES[status];
}

const IOF = {
  OTL: 'OverTime',
  NP: 'NotCompeting',
  DNF: 'DidNotFinish',
  DSQ: 'Disqualified',
  DNS: 'DidNotStart',
} as const;

export function iofStatusOf({ rank, status, state }: Pick<ExportRow, 'rank' | 'status' | 'state'>): string {
  if (status !== 'OK') return IOF[status];
  if (rank !== null) return 'OK';
  if (state === 'on-course') return 'Active';
  return state === 'inactive' ? 'Inactive' : 'Finished';
}
