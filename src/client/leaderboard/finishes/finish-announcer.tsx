import { useEffect, useRef, useState } from 'react';
import type { LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';
import { describeFinishes } from './finish-words.ts';

/** Finishes within this time are announced together: in a bunch sprint one announcement would interrupt the other. */
const GATHER_MS = 700;

/** Tells screen readers of every finish, on whichever device it was tapped. */
export function FinishAnnouncer({ leaderboard }: { readonly leaderboard: readonly LeaderboardRow[] }) {
  const told = useRef(leaderboard);
  const latest = useRef(leaderboard);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [words, setWords] = useState('');

  useEffect(() => {
    latest.current = leaderboard;
    if (told.current === leaderboard) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const news = describeFinishes(told.current, latest.current);
      told.current = latest.current;
      if (news !== '') setWords(news);
    }, GATHER_MS);
  }, [leaderboard]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  return (
    <p role="status" className="sr-only" data-testid="finish-announcer">
      {words}
    </p>
  );
}
