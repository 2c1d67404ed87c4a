import { useState } from 'react';
import { cursorTime } from '../../../domain/camera/uncertainty.ts';
import type { FilmReader } from '../../camera/film-reader.ts';
import { useStable } from '../../ui/use-stable.ts';

/** A cursor stands on a frame that a person has chosen, or on a crossing between two frames. */
export interface Cursor {
  readonly how: 'cursor' | 'candidate';
  /** The moment that is meant, on the clock of the frames. */
  readonly moment: number;
  /** The frame to be shown with it. */
  readonly frame: number;
}

export interface CursorParts {
  readonly film: FilmReader | null;
  /** Light is caught for so long; 0 where a calibration has it in its lag already. */
  readonly exposure: number;
}

export function useCursor({ film, exposure }: CursorParts) {
  const [cursor, setCursor] = useState<Cursor | null>(null);

  /** Only the last of many points counts: answers come in their order. */
  const goTo = useStable(async (at: number, by: number) => {
    const column = await film?.column(at, by);
    if (column === undefined || column === null) return;
    const { at: frame, interval } = column;
    setCursor({ how: 'cursor', moment: cursorTime(frame, { interval, exposure }), frame });
  });
  const point = useStable((moment: number, isMark: boolean) => {
    if (isMark) setCursor({ how: 'candidate', moment, frame: moment });
    else void goTo(moment, 0);
  });
  const step = useStable((frames: number) => {
    if (cursor !== null) void goTo(cursor.frame, frames);
  });
  const clear = useStable(() => setCursor(null));
  return { cursor, point, step, clear };
}
