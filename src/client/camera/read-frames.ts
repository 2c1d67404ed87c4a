interface Closable {
  close(): void;
}

export interface Reading<Frame> {
  /** Frames of a camera that was replaced are read and closed, and nothing more. */
  readonly isOver: () => boolean;
  readonly take: (frame: Frame) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Reads a camera to its end. Every frame is closed, those too that nobody wants any more: an open one takes one of the few
 * that a camera has, and the camera stops.
 */
export async function readFrames<Frame extends Closable>(
  readable: ReadableStream<Frame>,
  { isOver, take, onFailure }: Reading<Frame>,
): Promise<void> {
  const reader = readable.getReader();
  let hasFailed = false;
  for (;;) {
    const { value: frame, done } = await reader.read();
    if (done) return;
    try {
      if (!hasFailed && !isOver()) await take(frame);
    } catch (error) {
      hasFailed = true;
      onFailure(error);
    } finally {
      frame.close();
    }
  }
}
