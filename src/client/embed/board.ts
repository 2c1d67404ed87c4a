import { type BoardLineOf, boardLines, linesOf } from '../../domain/exports/board-lines.ts';
import { word, writeDecimal } from '../../domain/language.ts';
import { describeOfficial } from '../../domain/results/official-since.ts';
import { formatDuration, formatGap } from '../../domain/timing/format.ts';
import { durationMs } from '../../domain/units.ts';
import type { EmbedBlock, EmbedMessage } from '../../protocol/embeds.ts';
import type { PublicResult, PublicResults } from '../../protocol/results.ts';
import './board.css';

/**
 * The board inside of a frame, without the app: a page of a club's own site should not load a hundred kilobytes for a
 * list. Every text of a race is put in as text, never as markup.
 */
const POLL_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

const block = JSON.parse(document.querySelector('#boot')!.textContent) as EmbedBlock;
const asked = new URLSearchParams(location.search);
const mostRows = Number(asked.get('rows')) > 0 ? Number(asked.get('rows')) : Infinity;
let category = asked.get('category') ?? '';
let last: PublicResults | null = null;
/** Light, as most pages are, unless the page around says otherwise: a dark board on a white page is a hole in it. */
const isDark =
  asked.get('theme') === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : asked.get('theme') === 'dark';
if (isDark) document.documentElement.dataset['theme'] = 'dark';

function element(name: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...content);
  return made;
}

function nameOf({ bib, name }: PublicResult): HTMLElement {
  const shown = element('bdi', '', name);
  return bib === null ? shown : element('span', '', element('b', 'bib', bib), shown);
}

type Line = BoardLineOf<PublicResult>;

/** Text of the figure that ranks: the time, the time less the handicap, or the grade. */
function timeOf(
  { publishedMs, adjustedMs, gradePercent, status, startAt, finishAt, outsideMs }: Line,
  isAdjusted: boolean,
  unitMs: number,
): string {
  if (isAdjusted && gradePercent !== null) return `${writeDecimal(gradePercent, 2)} %`;
  const ms = isAdjusted ? (adjustedMs ?? publishedMs) : publishedMs;
  if (ms !== null) return `${ms < 0 ? '−' : ''}${formatDuration(durationMs(Math.abs(ms)), unitMs)}`;
  if (outsideMs !== null) return `${status} ${formatDuration(durationMs(outsideMs), unitMs)}`;
  if (status !== 'OK') return status;
  return startAt !== null && finishAt === null ? 'On course' : '';
}

interface Cells {
  readonly place: string;
  readonly name: readonly (string | Node)[];
  readonly time: string;
  readonly gapMs: number | null;
}

function cellsOf(line: Line, isAdjusted: boolean, unitMs: number): Cells {
  const { rank, gapMs, corrected, publishedMs, toCheck } = line;
  // A time of its own among adjusted ones: without the word it would be read as one of them.
  const isWithout = isAdjusted && rank === null && publishedMs !== null;
  const marks = [
    ...(toCheck ? [word('to be checked')] : []),
    ...(corrected ? [word('corrected')] : []),
    ...(isWithout ? [word('no handicap')] : []),
  ];
  const said = marks.map((mark) => element('span', 'corrected', mark));
  const place = rank === null ? '' : toCheck ? '?' : String(rank);
  return { place, name: [nameOf(line), ...said], time: timeOf(line, isAdjusted, unitMs), gapMs };
}

/** A team time trial shows its teams. */
function teamCells({ teams, event }: PublicResults): Cells[] {
  const first = teams[0]?.publishedMs ?? null;
  return teams.map(({ name, rank, publishedMs, points }) => ({
    place: rank === null ? '' : String(rank),
    name: [element('bdi', '', name)],
    time:
      publishedMs === null
        ? String(points ?? '')
        : formatDuration(durationMs(publishedMs), event.rules.precision.unitMs),
    gapMs: publishedMs === null || first === null ? null : publishedMs - first,
  }));
}

function rowOf({ place, name, time, gapMs }: Cells, unitMs: number): HTMLElement {
  return element(
    'tr',
    '',
    element('td', 'rank', place),
    element('td', 'name', ...name),
    element('td', 'time', time),
    element('td', 'gap', gapMs === null || gapMs <= 0 ? '' : formatGap(durationMs(gapMs), unitMs)),
  );
}

const above = element('div', '');
const choice = element('select', '') as HTMLSelectElement;
const below = element('div', '');
choice.hidden = true;
choice.setAttribute('aria-label', 'Category');
choice.addEventListener('change', () => {
  category = choice.value;
  if (last !== null) draw(last);
});

const title = (): HTMLElement => element('h1', '', element('bdi', '', block.name));

function say(sentence: string): void {
  below.replaceChildren(element('p', 'empty', sentence));
}

/** The time is that of the reader: the page knows no other zone. */
function officialLine({ official }: PublicResults): HTMLElement[] {
  if (official === null) return [];
  return [element('p', 'official', describeOfficial(official, new Intl.DateTimeFormat().resolvedOptions().timeZone))];
}

/** Racers who have not started say nothing on a board of results. A total may be made without the run of the moment. */
const isShown = ({ rank, publishedMs, startAt, finishAt, status }: PublicResult): boolean =>
  rank !== null || publishedMs !== null || startAt !== null || finishAt !== null || status !== 'OK';

/** Rows of one category with its own ranks, or of everybody where the address names no category or an empty one. */
function choose(answer: PublicResults): Cells[] {
  const isAdjusted = answer.rankedBy === 'adjusted';
  if (choice.value === '' && answer.rankedBy === 'team') return teamCells(answer);
  const lines = choice.value === '' ? boardLines(answer) : linesOf(answer, choice.value);
  return lines.filter(isShown).map((line) => cellsOf(line, isAdjusted, answer.event.rules.precision.unitMs));
}

/** Said where the order is not that of the racers' times. */
const headsOf = ({ rankedBy, results }: PublicResults): readonly string[] => [
  'Rank',
  rankedBy === 'team' && choice.value === '' ? 'Team' : 'Racer',
  rankedBy !== 'adjusted'
    ? 'Time'
    : results.some(({ gradePercent }) => gradePercent !== null)
      ? 'Age grade'
      : 'Adjusted',
  'Gap',
];

/** The choice stays the same element while its categories do: a new one would close under the reader's finger. */
function offerCategories(results: readonly PublicResult[]): void {
  const names = ['', ...new Set(results.flatMap((each) => each.category ?? []).toSorted())];
  choice.hidden = names.length === 1;
  if (names.join('\n') === [...choice.options].map(({ value }) => value).join('\n')) return;
  choice.replaceChildren(...names.map((name) => new Option(name === '' ? 'Everyone' : name, name)));
  choice.value = names.includes(category) ? category : '';
}

function draw(answer: PublicResults): void {
  last = answer;
  offerCategories(answer.results);
  const shown = choose(answer).slice(0, mostRows);
  const head = element('tr', '');
  for (const name of headsOf(answer)) {
    const cell = element('th', '', name);
    cell.setAttribute('scope', 'col');
    head.append(cell);
  }
  const table = element('table', '', element('thead', '', head), element('tbody', '', ...shown.map(rowOf)));
  const link = element('a', '', 'All results on Pushoff') as HTMLAnchorElement;
  link.href = block.viewerPath;
  link.target = '_blank';
  link.rel = 'noopener';
  above.replaceChildren(title(), ...officialLine(answer));
  below.replaceChildren(
    shown.length === 0 ? element('p', 'empty', 'No times yet. They appear here as racers start and finish.') : table,
    element('p', 'more', link),
  );
}

let seq = -1;

/** The browser sends the tag of the last answer along, and a poll without news is a 304. */
async function poll(pauseMs: number): Promise<void> {
  let next = POLL_MS;
  if (!document.hidden || seq === -1) {
    try {
      const answer = await fetch(block.resultsPath, { cache: 'no-cache', credentials: 'omit' });
      // A link that was withdrawn, or an event that is gone, does not come back.
      if (answer.status === 404) return document.body.replaceChildren();
      if (!answer.ok) throw new Error(String(answer.status));
      const results = (await answer.json()) as PublicResults;
      if (results.seq > seq) draw(results);
      seq = Math.max(seq, results.seq);
    } catch {
      next = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
      if (seq === -1) say('No connection. The board comes as soon as there is one.');
    }
  }
  setTimeout(() => void poll(next), next);
}

above.append(title());
document.body.append(above, choice, below);
tellHeight(block.origins);
void poll(POLL_MS);

/** The page around the frame says hello; it is answered only where it is one of the sites that the owner named. */
function tellHeight(origins: readonly string[]): void {
  let told: ((message: EmbedMessage) => void) | null = null;
  const tell = () => told?.({ pushoff: 'height', height: document.documentElement.offsetHeight });
  addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    const { pushoff } = (data ?? {}) as { pushoff?: unknown };
    if (pushoff !== 'hello' || source !== parent || !origins.includes(origin)) return;
    told = (message) => parent.postMessage(message, origin);
    tell();
  });
  new ResizeObserver(tell).observe(document.documentElement);
}
