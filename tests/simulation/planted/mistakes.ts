import type { Mistake } from '../mistake.ts';
import { deviceMistakes } from './device-mistakes.ts';
import { serverMistakes } from './server-mistakes.ts';

/** Mistakes that have been made before, here or elsewhere. Every one must be noticed by some check. */
export const mistakes: Readonly<Record<string, Mistake>> = { ...serverMistakes, ...deviceMistakes };
