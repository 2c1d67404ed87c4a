/** Apart from the schemas of series: a page that shows standings checks none, and need not load them. */

export const MAX_SERIES_POINTS = 100_000;

export const seriesPaths = {
  list: '/api/series',
  one: '/api/series/:seriesId',
  csv: '/api/series/:seriesId/standings.csv',
  link: '/api/series/:seriesId/link',
} as const;

export const seriesPath = (seriesId: string): string => `/api/series/${encodeURIComponent(seriesId)}`;

/** The path of a series' page, for readers with the link. The key stands behind the hash, which no browser sends. */
export function seriesPagePath(seriesId: string, key: string | null = null): string {
  const path = `/series/${encodeURIComponent(seriesId)}`;
  return key === null ? path : `${path}#key=${encodeURIComponent(key)}`;
}

/** The key of a series' link, in a header: addresses are written into logs. */
export const SERIES_KEY_HEADER = 'x-series-key';
