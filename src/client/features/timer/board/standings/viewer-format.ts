import { useEffect } from 'react';
import { type BoardFormat, type BoardFormatProps, useBoardFormat } from './use-board-format.tsx';

export interface ViewerFormatProps extends Pick<BoardFormatProps, 'event' | 'board'> {
  readonly onFormat: (format: BoardFormat | null) => void;
}

/** Totals of several runs and the filter by category, for viewers: loaded only where an event has one of them. */
export function ViewerFormat({ event, board, onFormat }: ViewerFormatProps) {
  const showsCategories = event.format.shows.includes('category');
  const format = useBoardFormat({ event, board, showsCategories, marks: undefined, onShow: null });
  useEffect(() => onFormat(format), [format, onFormat]);
  useEffect(() => () => onFormat(null), [onFormat]);
  return null;
}
