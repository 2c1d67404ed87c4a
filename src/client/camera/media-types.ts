/** Parts of browsers' cameras that TypeScript's library does not name yet. */
interface TrackProcessor {
  readonly readable: ReadableStream<VideoFrame>;
}
type TrackProcessorClass = new (init: { track: MediaStreamTrack; maxBufferSize?: number }) => TrackProcessor;

/** Chrome has it in pages alone, Safari in workers alone, Firefox nowhere. */
export function findTrackProcessor(): TrackProcessorClass | undefined {
  return (globalThis as { MediaStreamTrackProcessor?: TrackProcessorClass }).MediaStreamTrackProcessor;
}

/** How a frame's pixels lie in memory: a phone that is held upright may hand out what its sensor saw lying. */
export interface Orientation {
  /** Degrees clockwise by which the pixels are turned before they are shown. */
  readonly rotation: number;
  /** Mirrored left to right after that. */
  readonly flip: boolean;
}

export function orientationOf(frame: VideoFrame): Orientation {
  const { rotation = 0, flip = false } = frame as Partial<Orientation>;
  return { rotation, flip };
}

/** When a frame reached the browser, where the browser says so; in ms since the origin of the page that opened the camera. */
export function captureTimeOf(frame: VideoFrame): number | undefined {
  const { metadata } = frame as { metadata?: () => { captureTime?: number } };
  return metadata?.call(frame).captureTime;
}
