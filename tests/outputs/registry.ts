import { readAcrossEvents } from './readers/across-events.ts';
import { lookAtOrganiser, lookAtSpectator, readFirstHtml, readOwnFirstHtml } from './readers/board-page.ts';
import {
  readBoardCsv,
  readCrossResults,
  readDetailedCsv,
  readPlainCsv,
  readUsaCycling,
  readWebscorer,
} from './readers/csv-files.ts';
import { readIof } from './readers/iof.ts';
import { readLiveFrames } from './readers/live-frames.ts';
import { readCertificates, readPaper } from './readers/paper.ts';
import { lookAtPdf } from './readers/pdf.ts';
import type { BrowserReader, Reader } from './readers/reading.ts';
import { readResultsJson } from './readers/results-json.ts';
import { lookAtAnnouncer, lookAtEmbed, lookAtOverlay, lookAtRiderCard, lookAtTelevision } from './readers/screens.ts';
import { lookAtSeries, readSeries } from './readers/series.ts';
import { readFollowerMessages, readWebhook } from './readers/told.ts';
import { readWorkbook } from './readers/workbook.ts';

/** One way in which results are told, and how it is read back. */
export interface Output {
  readonly name: string;
  readonly read?: Reader;
  /** In a browser. */
  readonly look?: BrowserReader;
}

export const outputs = [
  { name: 'results.json', read: readResultsJson },
  { name: 'board.csv', read: readBoardCsv },
  { name: 'live frames', read: readLiveFrames },
  { name: 'CSV', read: readPlainCsv },
  { name: 'detailed CSV', read: readDetailedCsv },
  { name: 'workbook', read: readWorkbook },
  { name: 'USA Cycling', read: readUsaCycling },
  { name: 'CrossResults', read: readCrossResults },
  { name: 'Webscorer', read: readWebscorer },
  { name: 'IOF XML 3', read: readIof },
  { name: 'paper', read: readPaper },
  { name: 'certificates', read: readCertificates },
  { name: 'PDF', look: lookAtPdf },
  { name: 'first HTML, spectator', read: readFirstHtml },
  { name: 'first HTML, organiser', read: readOwnFirstHtml },
  { name: 'spectator page', look: lookAtSpectator },
  { name: 'organiser board', look: lookAtOrganiser },
  { name: 'rider card', look: lookAtRiderCard },
  { name: 'television', look: lookAtTelevision },
  { name: 'announcer', look: lookAtAnnouncer },
  { name: 'overlay', look: lookAtOverlay },
  { name: 'embed', look: lookAtEmbed },
  { name: 'histories, bests, comparisons', read: readAcrossEvents },
  { name: 'series', read: readSeries, look: lookAtSeries },
  // These two change the event, so nothing of it is read after them.
  { name: 'webhooks', read: readWebhook },
  { name: 'follower messages', read: readFollowerMessages },
] as const satisfies readonly Output[];

type Name = (typeof outputs)[number]['name'];

const FILES: readonly Name[] = [
  'workbook',
  'USA Cycling',
  'CrossResults',
  'Webscorer',
  'IOF XML 3',
  'paper',
  'certificates',
];
const BOARDS: readonly Name[] = ['first HTML, spectator', 'first HTML, organiser', 'spectator page', 'organiser board'];
const SCREENS: readonly Name[] = ['television', 'announcer', 'overlay'];

/**
 * Every module that has ranked results in hand (`ranking-names.ts`): the outputs that it is a part of, or, as a text, why
 * it is part of none. `tests/rooms/outputs.test.ts` compares this list with the imports in `src`.
 */
export const modules: Readonly<Record<string, readonly Name[] | string>> = {
  'src/client/embed/board.ts': ['embed'],
  'src/client/event/times-by-person.ts': 'makes start gaps and handicaps for another event of times',
  'src/telemetry/client/analysis/race-result/list-candidates.ts': 'offers racers to compare a recording with',
  'src/telemetry/client/analysis/race-result/find-stand-in.ts': 'says whose time a recording stands beside',
  'src/telemetry/client/analysis/race-result/list-rivals.ts': 'offers racers to compare a recording with',
  'src/client/features/screens/screen-lines.tsx': ['television', 'overlay'],
  'src/client/features/screens/screen-parts.tsx': SCREENS,
  'src/client/features/screens/screen.tsx': SCREENS,
  'src/client/features/timer/board.tsx': ['first HTML, organiser', 'organiser board'],
  'src/client/leaderboard/board/leaderboard-side.tsx': ['first HTML, organiser', 'organiser board'],
  'src/client/features/timer/strip/line-watch.ts': 'marks times that are too close to call',
  'src/client/features/watch/viewer-late.tsx': ['rider card'],
  'src/client/leaderboard/standings/use-adjusted.tsx': BOARDS,
  'src/client/leaderboard/standings/use-board-format.tsx': BOARDS,
  'src/client/features/watch/viewer-board.tsx': ['first HTML, spectator', 'spectator page'],
  'src/client/features/exports/export-view.tsx': FILES,
  'src/client/features/exports/file-part.tsx': FILES,
  'src/client/features/exports/print-certificates.tsx': ['certificates'],
  'src/client/features/exports/print-part.tsx': ['paper', 'certificates'],
  'src/client/features/exports/print-results.tsx': ['paper', 'PDF'],
  'src/client/features/exports/result-columns.ts': ['workbook', 'paper'],
  'src/client/features/exports/save-exports.ts': FILES,
  'src/client/features/exports/team-columns.ts': ['workbook', 'paper'],
  'src/client/features/exports/workbook.ts': ['workbook'],
  'src/client/features/settings/teams/teams-view.tsx': 'an example in the form of the rules, of made-up racers',
  'src/client/features/settings/teams/team-members.tsx': 'lists who is on which team, without a time',
  'src/client/leaderboard/standings/use-team-board.tsx': BOARDS,
  'src/domain/exports/cycling-files.ts': ['USA Cycling', 'CrossResults', 'Webscorer'],
  'src/domain/exports/export-race.ts': FILES,
  'src/domain/exports/iof.ts': ['IOF XML 3'],
  'src/domain/results/before-official.ts': 'says what is odd before results are declared official',
  'src/domain/results/chase.ts': 'says what a racer on course needs to lead',
  'src/domain/events/move-taps.ts': 'says which results a move of times would change',
  'src/domain/results/projected.ts': 'says the place that a racer on course is heading for',
  'src/domain/results/rank-rows.ts': ['results.json', 'board.csv', 'embed', 'webhooks'],
  'src/domain/results/read-leaderboard.ts': [...BOARDS, ...SCREENS, ...FILES],
  'src/domain/results/read-teams.ts': [...BOARDS, ...FILES],
  'src/domain/series/team-results.ts': ['series'],
  'src/domain/exports/csv.ts': ['CSV', 'detailed CSV'],
  'src/domain/board/race-now.ts': SCREENS,
  'src/protocol/results.ts': ['results.json', 'board.csv', 'embed', 'webhooks'],
  'src/server/words/news-texts.ts': ['follower messages'],
  'src/server/words/words.ts': ['follower messages'],
  'src/server/results/public-results.ts': ['results.json', 'board.csv'],
  'src/server/results/series-answer.ts': ['series'],
  'src/server/storage/migrate.ts': 'a migration of the same name',
  'src/server/webhooks/find-news.ts': ['webhooks'],
};
