import { useCallback } from 'react';
import { api } from '../../protocol/routes.ts';
import type { ScreenKind } from '../../protocol/screen-address.ts';
import type { EventScreen, EventScreens } from '../../protocol/screens.ts';
import { call, type CallError } from '../session/api.ts';
import { useFetched } from '../session/use-fetched.ts';
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
  const path = api.screens.replace(':eventId', encodeURIComponent(eventId));
  const { answer, setAnswer, error, retry } = useFetched<EventScreens>(path);

  const add = useCallback(
    async (name: string, kind: ScreenKind) => {
      const answer = await call<EventScreen>('POST', path, { id: webIds.make(), name, kind });
      if (answer.ok) setAnswer((known) => ({ screens: [...(known?.screens ?? []), answer.value] }));
      return answer.ok ? null : answer.error;
    },
    [path, setAnswer],
  );
  const withdraw = useCallback(
    async ({ id }: EventScreen) => {
      const answer = await call<EventScreens>('DELETE', `${path}/${encodeURIComponent(id)}`);
      if (answer.ok) setAnswer(answer.value);
      return answer.ok ? null : answer.error;
    },
    [path, setAnswer],
  );
  return { screens: answer?.screens ?? null, error, retry, add, withdraw };
}
