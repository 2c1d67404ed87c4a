import { useEffect, useRef, useState } from 'react';
import type { Check } from './check.ts';
import { type Outcome, runCheck } from './run-check.ts';

interface Question {
  readonly text: string;
  readonly answer: (yes: boolean) => void;
}

export interface Running {
  readonly id: string;
  /** Undefined for a check that takes a moment only, or waits for a person. */
  readonly share: number | undefined;
  readonly question: Question | undefined;
}

/** One check runs at a time: two would measure each other. */
export function useChecks() {
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const [running, setRunning] = useState<Running | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function start(check: Check): Promise<void> {
    const { id } = check;
    const over = new AbortController();
    stop.current = over;
    const show = (more: Partial<Running>) =>
      setRunning((before) => ({ id, share: before?.share, question: undefined, ...more }));
    setRunning({ id, share: undefined, question: undefined });
    const outcome = await runCheck(
      check,
      {
        progress: (share) => show({ share }),
        ask: (text) =>
          new Promise((resolve) =>
            show({
              question: {
                text,
                answer(yes) {
                  show({});
                  resolve(yes);
                },
              },
            }),
          ),
      },
      over.signal,
    );
    stop.current = null;
    setRunning(null);
    setOutcomes((before) => ({ ...before, [id]: outcome }));
  }

  return { outcomes, running, start, stop: () => stop.current?.abort() };
}
