/**
 * Whoever imports one of these has ranked results in hand, and may show them. A module that does must be named in
 * `registry.ts`: with the output that it is a part of, or with the reason why it is none.
 */
export const RANKING_NAMES = [
  'readLeaderboard',
  'rankContenders',
  'rankRows',
  'rankTeams',
  'readBoard',
  'readStandings',
  'readTeams',
  'readExport',
  'readRaceNow',
  'boardLines',
  'toPublicResults',
  'describeResults',
  'ExportRace',
  'RaceNow',
  'PublicResult',
  'PublicResults',
] as const;
