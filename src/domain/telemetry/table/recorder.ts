import type { Row } from './header.ts';

const NAMED =
  /\b(RaceChrono(?: Pro)?(?: v?[\d.]*\d)?|TrackAddict(?: v?[\d.]*\d)?|Harry's (?:GPS )?LapTimer|Racelogic|VBOX)/i;

/** What made a table, by the rows above it; null when they do not say. */
export function nameRecorder(preface: readonly Row[]): string | null {
  for (const row of preface.slice(0, 50)) {
    if (row[0]?.trim().toLowerCase() === 'format' && /aim/i.test(row[1] ?? '')) return 'AiM';
    const found = NAMED.exec(row.join(',').slice(0, 300));
    if (found !== null) return found[1]!;
  }
  return null;
}
