import type { RaceSettings } from '../model/race-settings.ts';

interface Tone {
  /** Seconds before the start; 0 is the start itself. */
  readonly before: number;
  readonly hertz: number;
  readonly seconds: number;
}

/** A word that the starter calls, shown on the gate at its second. */
interface Call {
  readonly before: number;
  readonly word: string;
}

export interface ToneSet {
  readonly name: string;
  readonly says: string;
  readonly tones: readonly Tone[];
  readonly calls: readonly Call[];
  /** Seconds before the start at which the gate turns from 'wait' to 'get ready'. */
  readonly readyFrom: number;
}

const atSeconds = (before: readonly number[], hertz: number, seconds: number): Tone[] =>
  before.map((second) => ({ before: second, hertz, seconds }));

const LAST_FIVE = [5, 4, 3, 2, 1];

export const toneSetOf: Readonly<Record<RaceSettings['tones'], ToneSet>> = {
  none: { name: 'No sound', says: 'The screen alone counts down.', tones: [], calls: [], readyFrom: 10 },
  // FIS 613.4; US U613.4: a beep does not replace the voice. So this set plays nothing over the starter.
  voice: {
    name: 'The starter calls',
    says: 'No beeps. The screen shows the words to call: “10 seconds”, then 5, 4, 3, 2, 1, Go.',
    tones: [],
    calls: [
      { before: 10, word: '10 seconds' },
      ...LAST_FIVE.map((before) => ({ before, word: String(before) })),
      { before: 0, word: 'Go' },
    ],
    readyFrom: 10,
  },
  // metarace-ttstart, `start.wav` as measured.
  pips: {
    name: 'Pips',
    says: 'A beep at 10 s, short ones from 5 s, a high one at the start.',
    tones: [
      { before: 10, hertz: 440, seconds: 0.5 },
      ...atSeconds(LAST_FIVE, 440, 0.25),
      { before: 0, hertz: 880, seconds: 0.75 },
    ],
    calls: [],
    readyFrom: 10,
  },
  // CrossMgr, `TTCountdown.html`: the tones of the Omega gate at the track.
  track: {
    name: 'Track gate',
    says: 'Beeps of half a second at 10 s and from 5 s, a long high one at the start.',
    tones: [...atSeconds([10, ...LAST_FIVE], 493.88, 0.5), { before: 0, hertz: 987.77, seconds: 1.75 }],
    calls: [],
    readyFrom: 10,
  },
  // The ALGE start clock of downhill races. Its source names low and high, and no frequencies.
  downhill: {
    name: 'Downhill clock',
    says: 'Low beeps at 10 s and from 5 s, a high one at the start. The screen turns at 3 s.',
    tones: [...atSeconds([10, ...LAST_FIVE], 440, 0.25), { before: 0, hertz: 880, seconds: 0.75 }],
    calls: [],
    readyFrom: 3,
  },
};

/** A 10 Hz tone that nobody hears wakes the loudspeaker up this long before the start. Without it the first beep is late. */
export const WAKE_BEFORE_S = 12;
export const WAKE_HERTZ = 10;

/** A beep that is further than this from the second on the screen is worse than silence. */
export const MOST_OFF_S = 0.12;

/** The word to call at this moment: it stays until the next second. */
export function callAt({ calls }: ToneSet, leftMs: number): string | null {
  const call = calls.find(({ before }) => leftMs <= before * 1000 && leftMs > (before - 1) * 1000);
  return call?.word ?? null;
}
