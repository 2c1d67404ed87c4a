import type { ReactNode } from 'react';
import { type BoardFormat, type BoardFormatProps, useBoardFormat } from './use-board-format.tsx';

export interface ShownFormatProps extends BoardFormatProps {
  readonly children: (format: BoardFormat) => ReactNode;
}

/** A board as the format of its event draws it. */
export function ShownFormat({ children, ...props }: ShownFormatProps) {
  return children(useBoardFormat(props));
}
