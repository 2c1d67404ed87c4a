import { backoffMs } from '../sync/backoff.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import { pictureStore } from './keep-pictures.ts';
import { sendFinish } from './picture-calls.ts';

const RETRY = { firstMs: 5_000, mostMs: 300_000 };
/** Codes about the session or a server that is being replaced: the pictures themselves are not refused. */
const NOT_ABOUT_PICTURES: readonly string[] = ['unauthenticated', 'not-found', 'unimplemented', 'no-profile'];

/**
 * Sends finishes that are to be shared, one picture at a time, until each is there or refused. What waits is on the disk: a
 * reload goes on with it. Taps go first: while one waits, no picture takes their way.
 */
export function sharePictures(sync: Pick<SyncClient, 'waitingIds' | 'status'>): () => void {
  const store = pictureStore();
  let isStopped = false;
  let isRunning = false;
  let isWantedAgain = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sendAll(): Promise<void> {
    const waiting = (await store.list()).filter(({ sharing }) => sharing === 'waiting');
    for (const finish of waiting.sort((a, b) => a.at - b.at)) {
      if (isStopped || sync.waitingIds().size > 0) return;
      const pictures = await store.read(finish.tapId);
      if (pictures === undefined) continue;
      const sent = await sendFinish(finish, pictures);
      if (sent.ok) {
        failures = 0;
        await store.change(finish.tapId, { sharing: 'sent' });
      } else if (sent.error.retry === 'never' && !NOT_ABOUT_PICTURES.includes(sent.error.code)) {
        await store.change(finish.tapId, { sharing: 'here', refusal: sent.error.code });
      } else {
        failures += 1;
        if (!isStopped) timer = setTimeout(wake, backoffMs(failures, Math.random, RETRY));
        return;
      }
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    do {
      isWantedAgain = false;
      await sendAll().catch((error: unknown) => console.warn('Pictures could not be shared.', error));
    } while (isWantedAgain && !isStopped && failures === 0);
    isRunning = false;
  }

  function wake(): void {
    if (isRunning) isWantedAgain = true;
    else if (!isStopped) {
      clearTimeout(timer);
      void run();
    }
  }

  const stops = [store.subscribe(wake), sync.status.subscribe(wake)];
  addEventListener('online', wake);
  wake();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener('online', wake);
    for (const stop of stops) stop();
  };
}
