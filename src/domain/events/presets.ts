import { HUNDREDTHS, type Precision } from '../model/precision.ts';
import { durationMs } from '../units.ts';
import { plainRace, type RaceSettings } from '../model/race-settings.ts';

/** The settings that presets decide. Split points, the phone that counts and the open history stay as they are. */
type Governed = Pick<RaceSettings, 'startPolicy' | 'windowMs' | 'tones' | 'ties'>;

/** Rules of a federation or a club, in one step. What its source does not say is as in Simple. */
export interface Preset {
  /** Id of the preset as an event stores it; null for Simple, which every event has until another one is chosen. */
  readonly id: string | null;
  readonly name: string;
  /** Everything that choosing the preset sets. */
  readonly says: string;
  /** The rule that it follows; null for the product's own. */
  readonly source: string | null;
  readonly settings: Partial<Governed>;
  readonly precision: Precision;
}

const CUT_HUNDREDTHS = HUNDREDTHS;

export const presets: readonly Preset[] = [
  {
    id: null,
    name: 'Simple (Pushoff)',
    says: 'The tap at the start counts, hundredths are cut off, equal times share a rank.',
    source: null,
    settings: {},
    precision: CUT_HUNDREDTHS,
  },
  {
    id: 'ctt',
    name: 'CTT time trial',
    says: 'The start list counts. A racer who leaves late loses that time.',
    source: 'Cycling Time Trials, Regulation 27(h)',
    settings: { startPolicy: 'schedule' },
    precision: CUT_HUNDREDTHS,
  },
  {
    id: 'usac',
    name: 'USA Cycling time trial',
    says: 'The start list counts, also for a racer who leaves late.',
    source: 'USA Cycling, start times of a time trial',
    settings: { startPolicy: 'schedule' },
    precision: CUT_HUNDREDTHS,
  },
  {
    id: 'metarace',
    name: 'Road time trial (metarace)',
    says: 'The tap counts and is flagged more than 5 s from the list; hundredths rounded to the nearer, halves to even; pips.',
    source: 'metarace-roadmeet, written for UCI part 2',
    settings: { startPolicy: 'window', windowMs: durationMs(5_000), tones: 'pips' },
    precision: { unit: durationMs(10), direction: 'halfEven' },
  },
  {
    id: 'fis-alpine',
    name: 'FIS alpine',
    says: 'The tap counts and is flagged more than 5 s from the list; hundredths cut off; of equal ranks the higher number is listed first; the starter calls.',
    source: 'FIS ICR 611.2.1, 613.4, 613.7, 617.3.3',
    settings: { startPolicy: 'window', windowMs: durationMs(5_000), ties: 'higher-number-first', tones: 'voice' },
    precision: CUT_HUNDREDTHS,
  },
  {
    id: 'usof',
    name: 'Orienteering (USOF)',
    says: 'Times run from the start list. A runner who is late through their own fault gets no time back.',
    source: 'USOF rules 31.8',
    settings: { startPolicy: 'schedule' },
    precision: CUT_HUNDREDTHS,
  },
  {
    id: 'road-running',
    name: 'Road running (World Athletics)',
    says: 'Whole seconds, rounded up to the next; the tap at the start counts.',
    source: 'World Athletics TR 19.24',
    settings: {},
    precision: { unit: durationMs(1_000), direction: 'up' },
  },
  {
    id: 'ncaa-xc',
    name: 'Cross country (NCAA)',
    says: 'Tenths, rounded up to the next; the tap at the start counts.',
    source: 'NCAA cross country',
    settings: {},
    precision: { unit: durationMs(100), direction: 'up' },
  },
  {
    id: 'rowing-head',
    name: 'Rowing head',
    says: 'A rolling start. Boats go as they come, and the tap at the start counts.',
    source: 'Head of the river, rules of the race',
    settings: { startPolicy: 'tap' },
    precision: CUT_HUNDREDTHS,
  },
];

export function settingsOf({ id, settings }: Preset): Governed & Pick<RaceSettings, 'preset'> {
  const { startPolicy, windowMs, tones, ties } = plainRace;
  return { startPolicy, windowMs, tones, ties, ...settings, preset: id };
}

/** The preset of an event; Simple also where a later release has chosen one that this release does not know. */
export function presetOf({ preset }: Pick<RaceSettings, 'preset'>): Preset {
  return presets.find(({ id }) => id === preset) ?? presets[0]!;
}

/** True once a setting is another one than the preset's. */
export function isChanged(preset: Preset, race: RaceSettings, { unit, direction }: Precision): boolean {
  const wanted = settingsOf(preset);
  if (unit !== preset.precision.unit || direction !== preset.precision.direction) return true;
  // A window that no rule looks at is no difference.
  const names = ['startPolicy', 'tones', 'ties', ...(race.startPolicy === 'window' ? ['windowMs'] : [])] as const;
  return names.some((name) => race[name as keyof Governed] !== wanted[name as keyof Governed]);
}
