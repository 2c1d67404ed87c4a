import type { EndLine } from '../../../../../domain/events/state.ts';
import { createRememberedSwitch } from '../remembered-switch.ts';

/** Off until it is switched on: at a quiet start line a beep is rude. */
export const sound = createRememberedSwitch('pushoff.sound');

/** Start: one note. Finish: two, rising: the admin hears which it was without looking. */
const NOTES: Record<EndLine, readonly number[]> = { start: [784], finish: [784, 1175] };
const NOTE_S = 0.09;
const BUZZ: Record<EndLine, number[]> = { start: [35], finish: [35, 50, 35] };

let audio: AudioContext | null = null;

/** Must be called from a gesture: before one, browsers keep a page silent. */
export function giveFeedback(line: EndLine): void {
  navigator.vibrate?.(BUZZ[line]);
  if (sound.getSnapshot()) play(line);
}

function play(line: EndLine): void {
  try {
    audio ??= new AudioContext({ latencyHint: 'interactive' });
    if (audio.state !== 'running') void audio.resume();
    NOTES[line].forEach((frequency, index) => playNote(audio!, frequency, index * NOTE_S));
  } catch (error) {
    // No sound device: the tap counts all the same.
    console.warn('The sound could not be played.', error);
  }
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
