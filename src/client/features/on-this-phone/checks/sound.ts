import type { Check, Finding } from '../check.ts';
import { tenths } from '../figures.ts';

const NOTES = [523, 659, 784];
const NOTE_S = 0.25;
/** Headphones without a cable are later than this. */
const LATE_MS = 100;

export interface Sound {
  readonly isRunning: boolean;
  readonly isHeard: boolean;
  /** From the call to the ear, as far as the browser knows; 0 where it doesn't say. */
  readonly latencyMs: number;
}

export const sound: Check = {
  id: 'sound',
  title: 'Sound',
  about: 'Plays three notes. Turn the volume up first.',
  async run({ ask, signal }) {
    const audio = new AudioContext({ latencyHint: 'interactive' });
    signal.addEventListener('abort', () => void audio.close());
    await audio.resume();
    NOTES.forEach((frequency, index) => {
      const tone = audio.createOscillator();
      const from = audio.currentTime + index * NOTE_S;
      tone.frequency.value = frequency;
      tone.connect(audio.destination);
      tone.start(from);
      tone.stop(from + NOTE_S * 0.8);
    });
    const isHeard = await ask('Did you hear three notes?');
    const latencyMs = 1000 * (audio.outputLatency || audio.baseLatency || 0);
    return judgeSound({ isRunning: audio.state === 'running', isHeard, latencyMs });
  },
};

export function judgeSound({ isRunning, isHeard, latencyMs }: Sound): Finding {
  const late = tenths(latencyMs);
  const figures = { isRunning, isHeard, latencyMs: late };
  if (!isHeard) {
    return {
      verdict: 'weak',
      seen: isRunning ? 'The phone played, and nobody heard it.' : 'The browser played nothing.',
      means:
        'Turn the volume up and the mute switch off, or time without sound: the start gate shows its countdown too.',
      figures,
    };
  }
  if (latencyMs > LATE_MS) {
    return {
      verdict: 'weak',
      seen: `Heard, ${Math.round(late)} ms late.`,
      means: 'Turn the wireless headphones or loudspeaker off: racers would hear the start too late.',
      figures,
    };
  }
  return { verdict: 'passed', seen: 'Heard.', means: 'The countdown at the start can be heard.', figures };
}
