import type { ReactNode } from 'react';
import { type BoardFormat, type BoardFormatProps, useBoardFormat } from './use-board-format.tsx';

export interface ShownFormatProps extends BoardFormatProps {
  readonly draw: (format: BoardFormat) => ReactNode;
}

/** A board as the format of its event draws it. */
export function ShownFormat({ draw, ...props }: ShownFormatProps) {
  return draw(useBoardFormat(props));
}
