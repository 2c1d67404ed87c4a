import { useEffect, useMemo } from 'react';
import { deviceStorage } from './remembered-boot.ts';
import { type Fetched, useFetched } from './use-fetched.ts';
import { KEPT } from './use-draft.ts';
import { useViewer } from './viewer.ts';

/** As `useFetched`, with the last answer on this device where the server cannot be reached. `name`: key of the kept answer. */
export function useKeptAnswer<Answer>(path: string, name: string): Fetched<Answer> {
  const viewer = useViewer();
  const key = `${KEPT}${viewer.kind === 'nobody' ? '' : viewer.userId}.${name}`;
  const fetched = useFetched<Answer>(path);
  const kept = useMemo(() => recall<Answer>(key), [key]);
  const { answer } = fetched;
  useEffect(() => {
    if (answer !== null) keep(key, answer);
  }, [key, answer]);
  return { ...fetched, answer: answer ?? kept };
}

function recall<Answer>(key: string): Answer | null {
  try {
    return JSON.parse(deviceStorage.getItem(key) ?? 'null') as Answer | null;
  } catch {
    return null;
  }
}

function keep(key: string, answer: unknown): void {
  try {
    deviceStorage.setItem(key, JSON.stringify(answer));
  } catch {
    // Where the browser keeps nothing, it is asked for again each time.
  }
}
