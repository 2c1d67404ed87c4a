import { type ReactNode, useEffect, useMemo } from 'react';
import type { OpenEvent } from '../../event-context.ts';
import { EventFacts } from '../event-facts.tsx';
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

/**
 * What an event says above its lists, totals of several runs, the filter by category, the ranking of teams and personal
 * bests, for admins: loaded only where an event has one of them.
 */
export function AdminFormat({ open, board, marks, onShow, onFormat }: AdminFormatProps) {
  const { event } = open;
  const divided = event.format.attempts.count > 1 ? open : null;
  const { format: of, official, timeZone } = event;
  // A tap changes none of it: the board would be drawn twice for each.
  const told = useMemo(() => ({ format: of, official, timeZone }), [of, official, timeZone]);
  const format = useBoardFormat({
    event,
    board,
    showsCategories: true,
    showsBests: true,
    showsTeams: true,
    marks,
    onShow,
    isViewer: false,
  });
  const whole = useMemo(
    (): AdminBoardFormat => ({
      ...format,
      runBar: (
        <>
          <EventFacts {...told} />
          {divided && <RunBar open={divided} />}
        </>
      ),
    }),
    [format, divided, told],
  );
  useEffect(() => onFormat(whole), [whole, onFormat]);
  useEffect(() => () => onFormat(null), [onFormat]);
  return null;
}
