/** Firefox shows a question over the page when storage is to be kept; other browsers decide by themselves. */
export const isKeepingAQuestion = (): boolean => /\bFirefox\//.test(navigator.userAgent);

/** False too where the browser does not know. */
export async function isStorageKept(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
}

/**
 * Asks the browser to keep the storage: one that runs short of space may otherwise clear what waits on the device. Answers
 * whether it is kept now.
 */
export async function keepStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
