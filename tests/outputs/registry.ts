import { lookAtOrganiser, lookAtSpectator, readFirstHtml, readOwnFirstHtml } from './readers/board-page.ts';
import { readCrossResults, readDetailedCsv, readBoardCsv, readPlainCsv, readUsaCycling, readWebscorer } from './readers/csv-files.ts';
import { readIof } from './readers/iof.ts';
import { readCertificates, readPaper } from './readers/paper.ts';
import type { BrowserReader, Reader } from './readers/reading.ts';
import { readLiveFrames } from './readers/live-frames.ts';
import { readResultsJson } from './readers/results-json.ts';
import { lookAtAnnouncer, lookAtEmbed, lookAtOverlay, lookAtRiderCard, lookAtTelevision } from './readers/screens.ts';
import { lookAtSeries, readSeries } from './readers/series.ts';
import { readFollowerMessages, readWebhook } from './readers/told.ts';
import { readWorkbook } from './readers/workbook.ts';

/** One way in which results are told. */
export interface Output {
  readonly name: string;
  /** The modules of `src` that write it. */
  readonly from: readonly string[];
  readonly read?: Reader;
  /** Read in a browser. */
  readonly look?: BrowserReader;
}

export const outputs: readonly Output[] = [
  { name: 'results.json', from: ['src/protocol/results.ts', 'src/server/http/result-routes.ts'], read: readResultsJson },
  { name: 'board.csv', from: ['src/server/http/result-routes.ts'], read: readBoardCsv },
  { name: 'CSV', from: ['src/domain/timing/csv.ts'], read: readPlainCsv },
  { name: 'detailed CSV', from: ['src/domain/timing/csv.ts'], read: readDetailedCsv },
  { name: 'workbook', from: ['src/domain/exports/export-race.ts'], read: readWorkbook },
  { name: 'USA Cycling', from: ['src/domain/exports/export-race.ts'], read: readUsaCycling },
  { name: 'CrossResults', from: ['src/domain/exports/export-race.ts'], read: readCrossResults },
  { name: 'Webscorer', from: ['src/domain/exports/export-race.ts'], read: readWebscorer },
  { name: 'paper', from: ['src/domain/exports/export-race.ts'], read: readPaper },
  { name: 'certificates', from: ['src/domain/exports/export-race.ts'], read: readCertificates },
  { name: 'first HTML, spectator', from: ['src/client/features/timer/board/viewer-board.tsx'], read: readFirstHtml },
  { name: 'first HTML, organiser', from: ['src/client/features/timer/board/board.tsx'], read: readOwnFirstHtml },
  { name: 'spectator page', from: ['src/client/features/timer/board/viewer-board.tsx'], look: lookAtSpectator },
  { name: 'organiser board', from: ['src/client/features/timer/board/board.tsx'], look: lookAtOrganiser },
  { name: 'IOF XML', from: ['src/domain/exports/export-race.ts'], read: readIof },
  { name: 'rider card', from: ['src/client/features/timer/board/viewer-board.tsx'], look: lookAtRiderCard },
  { name: 'television', from: ['src/client/features/screens/board-screen.tsx'], look: lookAtTelevision },
  { name: 'announcer', from: ['src/domain/timing/race-now.ts'], look: lookAtAnnouncer },
  { name: 'overlay', from: ['src/domain/timing/race-now.ts'], look: lookAtOverlay },
  { name: 'embed', from: ['src/client/embed/board.ts'], look: lookAtEmbed },
  { name: 'live frames', from: ['src/server/live'], read: readLiveFrames },
  { name: 'series', from: ['src/domain/series/standings.ts'], read: readSeries, look: lookAtSeries },
  // These two change the event, so nothing of it is read after them.
  { name: 'webhooks', from: ['src/server/webhooks/find-news.ts'], read: readWebhook },
  { name: 'follower messages', from: ['src/server/followers/news-texts.ts'], read: readFollowerMessages },
];
