import { readApi } from '../../protocol/read-routes.ts';
import type { Call } from './create-call.ts';
import { keepFresh } from './keep-fresh.ts';
import { isBoot, isViewer, VIEWER_CHANNEL } from './viewer-shape.ts';

const reloadFor = (viewer: { readonly kind: string }): void => {
  if (viewer.kind !== 'nobody') location.reload();
};

async function askAgain(call: Call): Promise<void> {
  const answer = await call<unknown>('GET', readApi.boot);
  if (answer.ok && isBoot(answer.value)) reloadFor(answer.value.viewer);
}

/** A page for signed-out users has no other view: once the user signs in, in another tab, it is reloaded. */
export function followSignIn(call: Call): void {
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(VIEWER_CHANNEL);
  tabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isViewer(data)) reloadFor(data);
  });
  keepFresh({ page: document, network: window, now: Date.now, refresh: () => void askAgain(call) });
}
