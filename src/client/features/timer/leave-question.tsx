import { useEffect, useRef, useState } from 'react';
import { QuestionDialog } from '../../ui/alert-question.tsx';
import { useStable } from '../../ui/use-stable.ts';

export interface LeaveQuestionProps {
  /** This person times the race, and somebody is on course. */
  readonly isRacing: boolean;
  /** Leads home where the history has nothing before the board. */
  readonly onLeave: () => void;
}

/** A page of another site may take a moment to answer. */
const NOTHING_BEFORE_MS = 1000;

/** Marks the entry of the history that Back removes in place of the board. The router keeps what it does not know. */
const MARK = 'boardBefore';
const isMarked = (): boolean => (history.state as Record<string, unknown> | null)?.[MARK] === true;

/** Place that the page shows, by its address. */
function readPlace(): string {
  const { pathname, searchParams } = new URL(location.href);
  return JSON.stringify([pathname, searchParams.get('eventId'), searchParams.get('view')]);
}

/**
 * Back from the board asks once while somebody is on course. The board has two entries in the history then: no browser lets
 * a page keep Back from the only one.
 */
export function LeaveQuestion({ isRacing, onLeave }: LeaveQuestionProps) {
  const [isAsked, setIsAsked] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout> | null>(null);
  const leaveByLink = useStable(onLeave);
  const isDue = useStable(() => isRacing);

  const wasMarked = useRef(false);
  const mark = useStable(() => {
    if (!isMarked()) history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
    wasMarked.current = true;
  });

  useEffect(() => {
    if (isRacing) mark();
  }, [isRacing, mark]);

  useEffect(() => {
    const place = readPlace();
    wasMarked.current = isMarked();
    function onPopState() {
      const isBack = wasMarked.current && !isMarked();
      wasMarked.current = isMarked();
      if (readPlace() !== place) return;
      // A view that was closed may have left another entry of the board.
      if (leaving.current !== null) return history.back();
      if (!isBack) return;
      if (isDue()) setIsAsked(true);
      else history.back();
    }
    // A page that the browser keeps whole for Forward must not leave again when it is shown again.
    function stop() {
      if (leaving.current !== null) clearTimeout(leaving.current);
      leaving.current = null;
    }
    addEventListener('popstate', onPopState);
    addEventListener('pagehide', stop);
    return () => {
      stop();
      removeEventListener('popstate', onPopState);
      removeEventListener('pagehide', stop);
    };
  }, [isDue]);

  function answer(isLeaving: boolean) {
    setIsAsked(false);
    if (!isLeaving) return mark();
    leaving.current = setTimeout(leaveByLink, NOTHING_BEFORE_MS);
    history.back();
  }

  if (!isAsked) return null;
  return (
    <QuestionDialog
      question={{
        key: 0,
        message: 'Someone is on course. Leave the board?',
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        danger: false,
        cautious: true,
        answer,
      }}
    />
  );
}
