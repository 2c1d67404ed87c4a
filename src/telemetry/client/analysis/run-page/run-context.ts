import { createContext, use } from 'react';
import type { RunDetails } from '../../../protocol/runs.ts';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import type { Cursor } from '../../playback/cursor.ts';
import type { Span } from '../../../../client/ui/plot/plot.ts';
import type { Units } from '../../recordings/units.ts';
import type { Deriver } from '../deriving/deriver.ts';
import type { RunModel } from './run-model.ts';

/** The run that every part of the screen is about. */
export interface OpenRun {
  readonly run: LocalRun;
  readonly model: RunModel;
  /** Null until the page stands. */
  readonly deriver: Deriver | null;
  readonly cursor: Cursor;
  readonly units: Units;
  /** The visible stretch, in seconds of the run; null for all of it. */
  readonly section: Span | null;
  readonly setSection: (section: Span | null) => void;
  readonly mayChange: boolean;
  readonly change: (change: (details: RunDetails) => RunDetails) => Promise<void>;
}

export const RunContext = createContext<OpenRun | null>(null);

export function useOpenRun(): OpenRun {
  const open = use(RunContext);
  if (open === null) throw new Error('A part of a run stands outside of its screen.');
  return open;
}
