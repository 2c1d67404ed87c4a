import type { Film } from './scene.ts';

type Kind = Omit<Film, 'fps' | 'seed' | 'crossings'>;

/** What happens before a finish camera, from the easiest to what it cannot do. */
export const KINDS: readonly Kind[] = [
  { name: 'plain' },
  { name: 'close behind', tail: 0.7 },
  { name: 'runners', isRunning: true, speeds: [2.5, 8] },
  { name: 'clouds', clouds: 0.12 },
  { name: 'lying phone', readoutMs: 14 },
  { name: 'bunch of ten', bunch: 10, gaps: [5, 8], speeds: [8, 15] },
  { name: 'dusk', light: 0.35, noise: 14, exposureMs: 16 },
  { name: 'shake', shakePx: 4 },
  { name: 'light rain', raindrops: 4 },
  { name: 'heavy rain', raindrops: 50 },
];

export const RATES = [30, 60] as const;
