export interface AskedFirst {
  readonly seriesId: string;
  readonly key: string | null;
  readonly response: Promise<Response>;
}

/** Window with the answer that `askFirst` has asked for. */
export interface PageOfSeries {
  seriesAsked?: AskedFirst;
}

/**
 * Asks for the standings before the app's code has arrived. The build writes this function into a file of its own in the
 * head of the page, so it uses nothing from outside.
 */
export function askFirst(schemaHeader: string, schemaVersion: number, keyHeader: string): void {
  const seriesId = /^\/series\/([\w-]{1,100})$/.exec(location.pathname)?.[1];
  if (seriesId === undefined) return;
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  const headers = { accept: 'application/json', [schemaHeader]: String(schemaVersion) };
  if (key !== null) headers[keyHeader] = key;
  const response = fetch(`/api/series/${seriesId}`, { headers, signal: AbortSignal.timeout(20_000) });
  // A failure is met by the page.
  response.catch(() => undefined);
  (globalThis as PageOfSeries).seriesAsked = { seriesId, key, response };
}
