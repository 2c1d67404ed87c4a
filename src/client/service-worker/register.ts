import { LANGUAGE } from '../../domain/language.ts';
import { TRUSTED_TYPES_POLICY } from '../../protocol/page-data.ts';
import type { WorkerMessage } from './messages.ts';
import { offerUpdates } from './offer-updates.ts';
import { isReloadHeld } from './reload-guards.ts';
import { type Updates, type WorkerFace, createUpdates } from './updates.ts';

/** Each language has a worker of its own, which keeps the files of that language on the device. */
const WORKER_PATH = LANGUAGE === 'en' ? '/sw.js' : `/sw.${LANGUAGE}.js`;
const ANSWER_MS = 5000;
/** A board on a wall is never opened anew, so it has to check for updates. */
const CHECK_EVERY_MS = 30 * 60_000;

const readPageRelease = (): string => document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? '';

function askRelease(worker: WorkerFace): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(typeof data === 'string' ? data : null), { once: true });
    port1.start();
    worker.postMessage({ kind: 'release' } satisfies WorkerMessage, [port2]);
    setTimeout(resolve, ANSWER_MS, null);
  });
}

const createPageUpdates = (container: ServiceWorkerContainer): Updates =>
  createUpdates({
    container,
    pageRelease: readPageRelease(),
    releaseOf: askRelease,
    isHeld: isReloadHeld,
    reloadPage: () => window.location.reload(),
    setTimer: (callback, ms) => setTimeout(callback, ms),
  });

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(from: string): string };
}

/** The content policy refuses a plain text as the address of a script. This address is always the same. */
function trustedWorkerPath(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return WORKER_PATH;
  return trustedTypes.createPolicy(TRUSTED_TYPES_POLICY, { createScriptURL: () => WORKER_PATH }).createScriptURL('');
}

async function register(container: ServiceWorkerContainer, updates: Updates): Promise<void> {
  const registration = await container.register(trustedWorkerPath(), { updateViaCache: 'none' });
  updates.follow(registration);
  setInterval(() => {
    // While a race is on, the signal belongs to its taps.
    if (!isReloadHeld()) registration.update().catch(() => undefined);
  }, CHECK_EVERY_MS);
}

/** In development a worker left over from a build on the same address would answer with that build. */
async function unregisterAll(container: ServiceWorkerContainer): Promise<void> {
  for (const registration of await container.getRegistrations()) await registration.unregister();
}

export async function keepUpdated(container: ServiceWorkerContainer): Promise<void> {
  if (!import.meta.env.PROD) return unregisterAll(container);
  const updates = createPageUpdates(container);
  offerUpdates(updates);
  await register(container, updates);
}
