import type { ExportRace, ExportRow } from '../../../domain/exports/export-race.ts';

/** 'Place 2 of 40', and the same inside of the category. */
export function describePlace({ rows }: ExportRace, { rank, categoryRank, category }: ExportRow): string[] {
  const finished = rows.filter((row) => row.rank !== null);
  const inCategory = finished.filter((row) => row.category === category).length;
  return [
    ...(rank === null ? [] : [`Place ${rank} of ${finished.length}`]),
    ...(category === null || categoryRank === null ? [] : [`${category}: place ${categoryRank} of ${inCategory}`]),
  ];
}
