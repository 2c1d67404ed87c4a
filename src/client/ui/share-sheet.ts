export interface Shareable {
  readonly title: string;
  readonly link?: string;
  readonly text?: string;
}

export function hasShareSheet(): boolean {
  return typeof navigator !== 'undefined' && 'share' in navigator;
}

/**
 * The phone's own sheet. False where the browser refuses to open it; closing it without choosing anything is no
 * failure.
 */
export async function openShareSheet({ title, link, text }: Shareable): Promise<boolean> {
  try {
    await navigator.share({ title, ...(link !== undefined && { url: link }), ...(text !== undefined && { text }) });
    return true;
  } catch (problem) {
    return problem instanceof DOMException && problem.name === 'AbortError';
  }
}
