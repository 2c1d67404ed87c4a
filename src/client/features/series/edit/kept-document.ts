import type { SeriesDocument } from '../../../../protocol/series.ts';

/** What was changed and not saved, for the tab's own storage. */
export const writeKept = (version: number, document: SeriesDocument): string => JSON.stringify({ version, document });

/** Null where nothing was kept, or the series has been saved since: then the server would refuse it. */
export function readKept(text: string | null, version: number): SeriesDocument | null {
  if (text === null) return null;
  const kept = JSON.parse(text) as { readonly version: number; readonly document: SeriesDocument };
  return kept.version === version ? kept.document : null;
}
