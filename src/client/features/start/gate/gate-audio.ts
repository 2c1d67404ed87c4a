import { MOST_OFF_S, type ToneSet, WAKE_BEFORE_S, WAKE_HERTZ } from '../../../../domain/schedule/tones.ts';

/** The device's sound. Its clock is not the page's: it stops, drifts, and is heard late. */
export interface AudioPort {
  isRunning(): boolean;
  /** Must be called from a gesture: before one, browsers keep a page silent. */
  resume(): Promise<void>;
  /** The time on the audio clock of a sound that is heard this many milliseconds from now. */
  heardIn(ms: number): number;
  /** Plays from a time on the audio clock; the returned function ends the tone or calls it off. */
  play(
    tone: { readonly hertz: number; readonly seconds: number; readonly isAudible: boolean },
    from: number,
  ): () => void;
}

/** `locked`: no tap yet. `out-of-step`: the beeps of this start were called off. */
export type SoundState = 'locked' | 'on' | 'out-of-step';

export interface GateAudio {
  /** Unlocks the sound, with every tap: a phone call or a lock screen takes it away again. */
  unlock(hasBeep: boolean): Promise<void>;
  /** Called a few times a second, with the milliseconds until the start; null where nobody has a time. */
  follow(set: ToneSet, at: number | null, startsIn: number): SoundState;
  stop(): void;
}

/** Tones are handed to the audio clock this long before the start, the inaudible one included. */
const PLAN_AHEAD_MS = (WAKE_BEFORE_S + 2) * 1000;
const TEST_BEEP = { hertz: 440, seconds: 0.15, isAudible: true };
/** A start that is over by this much has no tones left. */
const OVER_MS = 4_000;

interface Plan {
  readonly set: ToneSet;
  readonly at: number;
  /** The start on the audio clock, as it was when the tones were handed over. */
  readonly start: number;
  readonly isMuted: boolean;
  readonly ends: readonly (() => void)[];
}

export function createGateAudio(audio: AudioPort): GateAudio {
  let plan: Plan | null = null;
  let lastGesture = 0;

  function drop(): void {
    for (const end of plan?.ends ?? []) end();
    plan = null;
  }

  function make(set: ToneSet, at: number, startsIn: number): Plan {
    const now = audio.heardIn(0);
    const start = audio.heardIn(startsIn);
    const wake = Math.max(now, start - WAKE_BEFORE_S);
    const tones = set.tones.filter(({ before }) => start - before >= now);
    const ends = [
      audio.play({ hertz: WAKE_HERTZ, seconds: Math.max(0.1, start - wake), isAudible: false }, wake),
      ...tones.map(({ before, hertz, seconds }) => audio.play({ hertz, seconds, isAudible: true }, start - before)),
    ];
    return { set, at, start, isMuted: false, ends };
  }

  return {
    async unlock(hasBeep) {
      if (audio.isRunning()) return;
      // A finger is lifted and clicks: two gestures, of which a browser may hear only one, and one beep.
      const gesture = (lastGesture += 1);
      await audio.resume();
      if (hasBeep && gesture === lastGesture && audio.isRunning()) audio.play(TEST_BEEP, audio.heardIn(60));
    },
    follow(set, at, startsIn) {
      if (plan !== null && (plan.at !== at || plan.set !== set)) {
        // The last tone sounds on when its racer has started and the next one is shown.
        if (at !== null && plan.at < at && audio.heardIn(0) >= plan.start) plan = null;
        else drop();
      }
      if (!audio.isRunning()) {
        drop();
        return 'locked';
      }
      if (at === null || set.tones.length === 0 || startsIn > PLAN_AHEAD_MS || startsIn < -OVER_MS) return 'on';
      if (plan === null) {
        if (startsIn > 0) plan = make(set, at, startsIn);
        return 'on';
      }
      if (!plan.isMuted && startsIn > 0 && Math.abs(audio.heardIn(startsIn) - plan.start) > MOST_OFF_S) {
        for (const end of plan.ends) end();
        plan = { ...plan, isMuted: true, ends: [] };
      }
      return plan.isMuted ? 'out-of-step' : 'on';
    },
    stop: drop,
  };
}
