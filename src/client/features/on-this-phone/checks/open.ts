import type { OpenedCamera } from '../../../camera/open-camera.ts';

/** Errors of a browser for what our own opener says, so that a check breaks off with the words for it. */
const NAMES = { refused: 'NotAllowedError', none: 'NotFoundError', busy: 'NotReadableError' } as const;

/** The rear camera until the check is over. Throws where there is none. */
export async function requireCamera(open: () => Promise<OpenedCamera>, signal: AbortSignal): Promise<MediaStreamTrack> {
  const opened = await open();
  if (opened.kind === 'trouble') {
    const name = opened.trouble === 'unsupported' ? NAMES.none : NAMES[opened.trouble];
    throw new DOMException(opened.trouble, name);
  }
  const { track } = opened;
  if (signal.aborted) track.stop();
  signal.addEventListener('abort', () => track.stop());
  signal.throwIfAborted();
  return track;
}
