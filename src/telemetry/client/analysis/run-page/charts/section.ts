import type { Span } from '../../../../../client/ui/plot/plot.ts';
import type { RunModel } from '../run-model.ts';

/** Least length of a section: in a shorter one there is nothing to see, and nothing to zoom out from by hand. */
const LEAST_SECONDS = 0.5;

export function wholeOf({ span }: Pick<RunModel, 'span'>): Span {
  return span.to > span.from ? span : { from: span.from, to: span.from + 1 };
}

/** A section as it can be shown: in order, inside the run, not too small. Null when it is the whole. */
export function withinWhole(section: Span, model: Pick<RunModel, 'span'>): Span | null {
  const whole = wholeOf(model);
  const least = Math.min(LEAST_SECONDS, whole.to - whole.from);
  if (Number.isNaN(section.from) || Number.isNaN(section.to)) return null;
  const length = Math.max(least, section.to - section.from);
  if (length >= whole.to - whole.from) return null;
  const middle = (section.from + section.to) / 2;
  const wantsFrom = section.to - section.from < least ? middle - least / 2 : section.from;
  const from = Math.min(whole.to - length, Math.max(whole.from, wantsFrom));
  return { from, to: from + length };
}

/** Zooms in (2) or out (½) around the cursor; far enough out is the whole. */
export function zoomSection(
  section: Span | null,
  at: number,
  factor: number,
  model: Pick<RunModel, 'span'>,
): Span | null {
  const { from, to } = section ?? wholeOf(model);
  const centre = at >= from && at <= to ? at : (from + to) / 2;
  return withinWhole({ from: centre - (centre - from) / factor, to: centre + (to - centre) / factor }, model);
}

/** One edge is moved to the cursor; the other stays, unless it would be passed. */
export function moveEdge(
  section: Span | null,
  edge: 'from' | 'to',
  at: number,
  model: Pick<RunModel, 'span'>,
): Span | null {
  const { from, to } = section ?? wholeOf(model);
  const whole = wholeOf(model);
  if (edge === 'from') return withinWhole({ from: at, to: at < to ? to : whole.to }, model);
  return withinWhole({ from: at > from ? from : whole.from, to: at }, model);
}
