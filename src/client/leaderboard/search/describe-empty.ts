/** Words for a list without rows: a search may hide all of its `hidden` racers. */
export const describeEmpty = (query: string, otherwise: string, hidden: number): string =>
  query.trim() !== '' && hidden > 0 ? `Nobody here matches “${query.trim()}”.` : otherwise;
