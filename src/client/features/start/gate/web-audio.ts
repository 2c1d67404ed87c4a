import type { AudioPort } from './gate-audio.ts';

const VOLUME = 0.6;
/** Below hearing and above zero: browsers let the loudspeaker sleep through silence. */
const WAKE_VOLUME = 0.01;
/** Length of the ramp at both ends of a beep, without which the loudspeaker clicks. */
const RAMP_S = 0.008;

/** The browser's sound, made with the first tap: before it a page may not play anything. */
export function createWebAudio(): AudioPort {
  let context: AudioContext | null = null;

  function heardIn(ms: number): number {
    if (context === null) return 0;
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
    if (performanceTime > 0) return contextTime + (performance.now() + ms - performanceTime) / 1000;
    return context.currentTime + ms / 1000 - (context.outputLatency || context.baseLatency || 0);
  }

  return {
    isRunning: () => context?.state === 'running',
    async resume() {
      try {
        context ??= new AudioContext({ latencyHint: 'interactive' });
        if (context.state !== 'running') await context.resume();
      } catch (error) {
        // No sound device: the countdown goes on without it.
        console.warn('The sound could not be turned on.', error);
      }
    },
    heardIn,
    play({ hertz, seconds, isAudible }, from) {
      if (context === null) return () => undefined;
      const start = Math.max(context.currentTime, from);
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = hertz;
      const level = isAudible ? VOLUME : WAKE_VOLUME;
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(level, start + RAMP_S);
      volume.gain.setValueAtTime(level, Math.max(start + RAMP_S, start + seconds - RAMP_S));
      volume.gain.linearRampToValueAtTime(0, start + seconds);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + seconds);
      return () => {
        volume.disconnect();
        tone.stop();
      };
    },
  };
}
