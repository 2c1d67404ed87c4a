import type { EndLine } from '../../../domain/model/lines.ts';
import { createRememberedSwitch } from '../../event/remembered-switch.ts';

/** Off until it is switched on: at a quiet start line a beep is rude. */
export const sound = createRememberedSwitch('pushoff.sound');

/** Start: one note. Finish: two, rising: the admin hears which it was without looking. */
const NOTES: Record<EndLine, readonly number[]> = { start: [784], finish: [784, 1175] };
const NOTE_S = 0.09;
const BUZZ: Record<EndLine, number[]> = { start: [35], finish: [35, 50, 35] };

let audio: AudioContext | null = null;

/** Called when the finger goes down. */
export function giveFeedback(line: EndLine): void {
  navigator.vibrate?.(BUZZ[line]);
  if (sound.getSnapshot()) play(line);
}

function play(line: EndLine): void {
  try {
    audio ??= new AudioContext({ latencyHint: 'interactive' });
    if (audio.state !== 'running') wake(audio);
    NOTES[line].forEach((frequency, index) => playNote(audio!, frequency, index * NOTE_S));
  } catch (error) {
    // No sound device: the tap counts all the same.
    console.warn('The sound could not be played.', error);
  }
}

/**
 * Phones let a page make sounds when a finger is lifted, and taps are taken when it goes down: without the second try
 * the first tap would be silent, and on iPhones every other one too. A note that waits plays when the sound is there.
 */
function wake(context: AudioContext): void {
  const resume = () => void context.resume().catch(() => undefined);
  resume();
  for (const lifted of ['pointerup', 'click']) addEventListener(lifted, resume, { once: true });
}

function playNote(context: AudioContext, frequency: number, after: number): void {
  const from = context.currentTime + after;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = frequency;
  // Without a ramp the speaker clicks.
  volume.gain.setValueAtTime(0.25, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + NOTE_S);
}
