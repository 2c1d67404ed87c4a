import { useCallback, useEffect, useState } from 'react';
import { api } from '../../protocol/routes.ts';
import type { ScreenKind } from '../../protocol/screen-address.ts';
import type { EventScreen, EventScreens } from '../../protocol/screens.ts';
import { call, type CallError } from '../session/api.ts';
import { webIds } from '../sync/ids.ts';

export interface Screens {
  /** Null until the server has answered. */
  readonly screens: readonly EventScreen[] | null;
  readonly error: CallError | null;
  readonly retry: () => void;
  /** Null: it was made. */
  readonly add: (name: string, kind: ScreenKind) => Promise<CallError | null>;
  readonly withdraw: (screen: EventScreen) => Promise<CallError | null>;
}

/** The screens of an event. They are no part of its log: without a signal they can be neither made nor withdrawn. */
export function useScreens(eventId: string): Screens {
  const [screens, setScreens] = useState<readonly EventScreen[] | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [tries, setTries] = useState(0);
  const path = api.screens.replace(':eventId', encodeURIComponent(eventId));

  useEffect(() => {
    let isOver = false;
    void call<EventScreens>('GET', path).then((answer) => {
      if (isOver) return;
      if (answer.ok) setScreens(answer.value.screens);
      setError(answer.ok ? null : answer.error);
    });
    return () => {
      isOver = true;
    };
  }, [path, tries]);

  const add = useCallback(
    async (name: string, kind: ScreenKind) => {
      const answer = await call<EventScreen>('POST', path, { id: webIds.make(), name, kind });
      if (answer.ok) setScreens((known) => [...(known ?? []), answer.value]);
      return answer.ok ? null : answer.error;
    },
    [path],
  );
  const withdraw = useCallback(
    async ({ id }: EventScreen) => {
      const answer = await call<EventScreens>('DELETE', `${path}/${encodeURIComponent(id)}`);
      if (answer.ok) setScreens(answer.value.screens);
      return answer.ok ? null : answer.error;
    },
    [path],
  );
  const retry = useCallback(() => setTries((tried) => tried + 1), []);
  return { screens, error, retry, add, withdraw };
}
