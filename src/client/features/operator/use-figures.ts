import { useEffect, useState } from 'react';
import { type OperatorFigures, operatorPaths } from '../../../protocol/operator.ts';
import { call, type CallError } from '../../session/api.ts';
import { joinFigures, type KnownNode } from './known-node.ts';

const EVERY_MS = 5000;
const TIMEOUT_MS = 10_000;

export interface UsedFigures {
  /** Empty until the first answer. */
  readonly nodes: readonly KnownNode[];
  /** Why the last request failed. */
  readonly error: CallError | null;
  readonly askAgain: () => void;
}

/** Asks every few seconds while the page is visible, and at once when the page or the network is back. */
export function useFigures(isOnline: boolean, onGone: () => void): UsedFigures {
  const [nodes, setNodes] = useState<readonly KnownNode[]>([]);
  const [error, setError] = useState<CallError | null>(null);
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    if (!isOnline) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** The time of the last sample, by node. */
    const told = new Map<string, number>();
    let isAsking = false;
    async function ask(): Promise<void> {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden' || isAsking) return;
      isAsking = true;
      const known = Array.from(told, ([id, time]) => `${id}.${time}`).join(',');
      const answer = await call<OperatorFigures>('GET', `${operatorPaths.figures}?known=${known}`, undefined, {
        timeoutMs: TIMEOUT_MS,
      });
      isAsking = false;
      if (isOver) return;
      setError(answer.ok ? null : answer.error);
      if (answer.ok) {
        const { value } = answer;
        const last = value.at.at(-1);
        if (last !== undefined) told.set(value.node.id, last);
        setNodes((known) => joinFigures(known, value));
      } else if (answer.error.code === 'not-found') {
        onGone();
      }
      timer = setTimeout(() => void ask(), EVERY_MS);
    }
    const look = () => void ask();
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOnline, onGone, asked]);

  return { nodes, error, askAgain: () => setAsked((count) => count + 1) };
}
