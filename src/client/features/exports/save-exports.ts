import {
  encodeUtf16,
  writeCrossResults,
  writeUsaCycling,
  writeWebscorer,
} from '../../../domain/exports/cycling-files.ts';
import type { ExportRace } from '../../../domain/exports/export-race.ts';
import { writeIof } from '../../../domain/exports/iof.ts';
import { fileNameOf } from '../../../domain/exports/csv.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { saveFile } from '../../ui/save-file.ts';
import { saveSheets } from '../../ui/sheets.ts';
import { listSheets } from './workbook.ts';

const CSV = 'text/csv;charset=utf-8';

export const saveWorkbook = (race: ExportRace): Promise<void> =>
  saveSheets(`${fileNameOf(race.name)}_results.xlsx`, listSheets(race));

export interface ProgramFile {
  /** The program or the standard, by its own name. */
  readonly program: string;
  readonly says: string;
  readonly save: (race: ExportRace, now: EpochMs) => void;
}

/** Layouts that other programs read. */
export const programFiles: readonly ProgramFile[] = [
  {
    program: 'USA Cycling',
    says: 'CSV for the upload of results. Add licence numbers there, because Pushoff doesn’t know them.',
    save: (race) => saveFile(`${fileNameOf(race.name)}_usa_cycling.csv`, writeUsaCycling(race), CSV),
  },
  {
    program: 'CrossResults',
    says: 'CSV, one block for each category.',
    save: (race) => saveFile(`${fileNameOf(race.name)}_crossresults.csv`, writeCrossResults(race), CSV),
  },
  {
    program: 'Webscorer',
    says: 'Tab-separated text for Webscorer’s results upload.',
    save: (race) =>
      saveFile(
        `${fileNameOf(race.name)}_webscorer.txt`,
        new Blob([encodeUtf16(writeWebscorer(race))]),
        'text/plain;charset=utf-16le',
      ),
  },
  {
    program: 'IOF XML 3',
    says: 'For orienteering software.',
    save: (race, now) => saveFile(`${fileNameOf(race.name)}_iof3.xml`, writeIof(race, now), 'application/xml'),
  },
];
