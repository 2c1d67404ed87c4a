import type { Sheet } from 'write-excel-file/browser';
import { fileNameOf } from '../../../domain/exports/csv.ts';
import { word } from '../../../domain/language.ts';
import { writeStandingsCsv } from '../../../domain/series/standings-csv.ts';
import type { Standing } from '../../../domain/series/standings.ts';
import { writeValue } from '../../../domain/series/write-value.ts';
import { formatDate } from '../../../domain/timing/local-time.ts';
import { localNumbers } from '../../../domain/timing/local-numbers.ts';
import { epochMs } from '../../../domain/units.ts';
import type { SeriesAnswer, SeriesEventInfo } from '../../../protocol/series.ts';
import { saveFile } from '../../ui/save-file.ts';
import { createSheets, saveSheets, type SheetCell, type SheetColumn } from '../../ui/sheets.ts';
import { describeAdjusted, describeRules, nameTotal } from './series-words.ts';

/** Standings are in hundredths, as on the page. */
const UNIT = 10;

/** As shown: an event that was deleted has no column. */
export const heldEvents = ({ events }: SeriesAnswer): SeriesEventInfo[] =>
  events.filter(({ state }) => state !== 'gone');

/** 'Week 1, 16 Nov 2026' */
export function describeEvent(event: SeriesEventInfo): string {
  const adjusted = describeAdjusted(event);
  return `${event.name}, ${formatDate(epochMs(event.at), event.timeZone)}${adjusted === null ? '' : ` · ${adjusted}`}`;
}

export function saveStandingsCsv(series: SeriesAnswer): void {
  const text = writeStandingsCsv({ ...series, events: heldEvents(series) }, localNumbers(navigator.languages));
  saveFile(`${fileNameOf(series.name)}_standings.csv`, text, 'text/csv;charset=utf-8');
}

export const saveStandingsWorkbook = (series: SeriesAnswer): Promise<void> =>
  saveSheets(`${fileNameOf(series.name)}_standings.xlsx`, listSeriesSheets(series));

/** A sheet for each table of the page, and one that says what was raced by which rules. */
export function listSeriesSheets(series: SeriesAnswer): Sheet<Blob>[] {
  const { table, lines } = createSheets(UNIT);
  const columns = listColumns(series);
  const about = lines('About', [series.name, describeRules(series), ...heldEvents(series).map(describeEvent)]);
  const tables = series.standings.map(({ category, rows }) => table(category ?? word('Overall'), columns, rows));
  return [...tables, about];
}

function listColumns(series: SeriesAnswer): SheetColumn<Standing>[] {
  const { rules } = series;
  const figure = (value: number): SheetCell =>
    rules.scoring.kind === 'time' ? { kind: 'time', ms: value } : { kind: 'number', value };
  return [
    { title: 'Rank', width: 6, of: ({ rank }) => (rank === null ? null : { kind: 'number', value: rank }) },
    {
      title: rules.of === 'teams' ? 'Team' : 'Racer',
      width: 28,
      of: ({ name }) => ({ kind: 'text', text: name }),
    },
    ...heldEvents(series).map(({ id, name }): SheetColumn<Standing> => ({
      title: name,
      width: 12,
      of: ({ scores }) => {
        const score = scores.find(({ eventId }) => eventId === id);
        if (score === undefined) return null;
        // A text: the sum of the row's numbers is its total.
        return score.isDropped ? { kind: 'text', text: `(${writeValue(score.value, rules)})` } : figure(score.value);
      },
    })),
    { title: nameTotal(rules), width: 12, of: ({ total }) => figure(total) },
  ];
}
