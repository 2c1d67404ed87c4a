/** The one thing that an overlay shows. */
const overlayThings = ['last', 'leader', 'first', 'clock', 'on-course', 'rider'] as const;
type OverlayThing = (typeof overlayThings)[number];

export type Theme = 'auto' | 'dark' | 'light';

export interface ScreenSettings {
  readonly show: OverlayThing;
  /** A racer of the overlay `rider`, by id or by number. */
  readonly racer: string | null;
  readonly bib: string | null;
  /** The results of one category; of everybody where nobody is in it. */
  readonly category: string | null;
  /** Racers or their teams; null: as the event ranks. */
  readonly ranking: 'racers' | 'teams' | null;
  readonly theme: Theme;
  /** Colours of an overlay, as CSS; null for its own. */
  readonly background: string | null;
  readonly color: string | null;
  readonly accent: string | null;
  /** Per cent. */
  readonly size: number;
  /** Columns of the board; null: as many as there is room for. */
  readonly columns: number | null;
  /** The key of the viewer link, for the QR code; null: there is no code. */
  readonly viewerKey: string | null;
}

const COLOUR = /^#?([0-9a-f]{6}(?:[0-9a-f]{2})?)$/i;
const [LEAST_SIZE, MOST_SIZE] = [50, 300];
const MOST_COLUMNS = 4;

/** An address is typed by hand into a mixer: what cannot be read is left at its default, and nothing else gets in. */
export function readSettings(search: URLSearchParams): ScreenSettings {
  const show = search.get('show');
  const theme = search.get('theme');
  const ranking = search.get('ranking');
  return {
    show: overlayThings.find((thing) => thing === show) ?? 'last',
    racer: search.get('racer'),
    bib: search.get('bib'),
    category: search.get('category') || null,
    ranking: ranking === 'racers' || ranking === 'teams' ? ranking : null,
    theme: theme === 'dark' || theme === 'light' ? theme : 'auto',
    background: search.get('bg') === 'none' ? 'transparent' : readColour(search.get('bg')),
    color: readColour(search.get('color')),
    accent: readColour(search.get('accent')),
    size: readNumber(search.get('size'), LEAST_SIZE, MOST_SIZE) ?? 100,
    columns: readNumber(search.get('columns'), 1, MOST_COLUMNS),
    viewerKey: search.get('guestViewerKey') || null,
  };
}

function readColour(text: string | null): string | null {
  const digits = COLOUR.exec(text ?? '')?.[1];
  return digits === undefined ? null : `#${digits}`;
}

function readNumber(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d{1,3}$/.test(text)) return null;
  return Math.min(most, Math.max(least, Number(text)));
}
