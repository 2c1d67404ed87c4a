import type { PageBlock, PageData } from '../../protocol/page-data.ts';
import { api } from '../../protocol/routes.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { call } from './api.ts';
import { deviceStorage, recallBoot, recallSpectator } from './remembered-boot.ts';
import { refreshViewer, setBoot, viewerEpoch } from './viewer.ts';
import { isBoot } from './viewer-shape.ts';

/** Nothing is on the screen while this call runs, so it gives up long before other calls do. */
const FIRST_STATE_TIMEOUT_MS = 10_000;

function readBootBlock(): unknown {
  try {
    return JSON.parse(document.getElementById('boot')?.textContent ?? 'null');
  } catch {
    return null;
  }
}

/** The data that the server has rendered this page from. Data of another version is requested anew. */
export function readPageData(): PageData | null {
  const block = readBootBlock() as PageBlock | null;
  return block?.schema === SCHEMA_VERSION ? (block.page ?? null) : null;
}

/** The last board of a spectator is on the device: it is shown at once, and the server is asked meanwhile. */
const isViewerLink = (): boolean =>
  location.pathname === '/timer' && new URLSearchParams(location.search).has('guestViewerKey');

/**
 * The first authentication state: from the page itself, else as last known on this device, else from the server. A page
 * without it is the shell that opens where the network does not answer: a user known here is not kept waiting for it.
 */
export async function startSession(): Promise<'known' | 'unreachable'> {
  const block = readBootBlock();
  if (isBoot(block)) {
    setBoot(block);
    return 'known';
  }
  const remembered = recallBoot(deviceStorage) ?? (isViewerLink() ? recallSpectator(deviceStorage) : null);
  if (remembered !== null) {
    setBoot(remembered);
    void refreshBoot();
    return 'known';
  }
  const answer = await call<unknown>('GET', api.boot, undefined, { timeoutMs: FIRST_STATE_TIMEOUT_MS });
  if (!answer.ok || !isBoot(answer.value)) return 'unreachable';
  setBoot(answer.value);
  return 'known';
}

/** Quiet: a failure changes nothing on the screen. */
export async function refreshBoot(): Promise<void> {
  const epoch = viewerEpoch();
  const answer = await call<unknown>('GET', api.boot);
  if (answer.ok && isBoot(answer.value) && viewerEpoch() === epoch) refreshViewer(answer.value);
}
