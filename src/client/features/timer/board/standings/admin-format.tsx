import { type ReactNode, useEffect, useMemo } from 'react';
import type { OpenEvent } from '../../event-context.ts';
import { RunBar } from './run-bar.tsx';
import { type BoardFormat, type BoardFormatProps, useBoardFormat } from './use-board-format.tsx';

export interface AdminBoardFormat extends BoardFormat {
  /** Above the lists. */
  readonly runBar?: ReactNode;
}

export interface AdminFormatProps extends Pick<BoardFormatProps, 'board' | 'marks' | 'onShow'> {
  readonly open: OpenEvent;
  readonly onFormat: (format: AdminBoardFormat | null) => void;
}

/** Totals of several runs, the filter by category and the ranking of teams, for admins: loaded where an event has one of them. */
export function AdminFormat({ open, board, marks, onShow, onFormat }: AdminFormatProps) {
  const { event } = open;
  const isDivided = event.format.attempts.count > 1;
  const format = useBoardFormat({
    event,
    board,
    showsCategories: true,
    showsTeams: true,
    marks,
    onShow,
    isViewer: false,
  });
  const whole = useMemo(
    (): AdminBoardFormat => (isDivided ? { ...format, runBar: <RunBar open={open} /> } : format),
    [format, isDivided, open],
  );
  useEffect(() => onFormat(whole), [whole, onFormat]);
  useEffect(() => () => onFormat(null), [onFormat]);
  return null;
}
