/** `unplayable`: the browser does not know this kind of video; `unreachable`: the file is gone, or the network is. */
export type PlayerProblem = 'unplayable' | 'unreachable';

export interface DeckEvents {
  /** Called when a picture is on the screen; seconds in the chapter. */
  readonly onFrame: (at: number) => void;
  readonly onTime: (at: number) => void;
  readonly onEnd: () => void;
  /** The browser paused the video: a media key, a headphone taken off. */
  readonly onPause: () => void;
  readonly onWaiting: (isWaiting: boolean) => void;
  readonly onProblem: (problem: PlayerProblem) => void;
}

/** One video element and the chapter in it. */
export interface Deck {
  readonly video: HTMLVideoElement;
  readonly chapter: number;
  readonly isSeeking: boolean;
  load(chapter: number, source: Blob | string): void;
  /** While a seek is under way only the latest request is kept, so that scrubbing follows the finger. */
  seek(at: number): void;
  play(): void;
  pause(): void;
  setRate(rate: number): void;
  close(): void;
}

export function createDeck(events: DeckEvents): Deck {
  const video = document.createElement('video');
  video.playsInline = true;
  video.preload = 'auto';
  video.className = 'absolute inset-0 size-full object-contain';
  let chapter = -1;
  let objectUrl: string | null = null;
  let wished: number | null = null;
  let isOurPause = false;
  let rate = 1;
  let isClosed = false;

  function goToWish(): void {
    if (wished === null || video.readyState < HTMLMediaElement.HAVE_METADATA || video.seeking) return;
    const at = wished;
    wished = null;
    video.currentTime = at;
  }

  function release(): void {
    if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    objectUrl = null;
  }

  // Older browsers do not tell the time of a frame; their current time is right to a frame or two.
  const hasFrames = 'requestVideoFrameCallback' in HTMLVideoElement.prototype;
  const watchFrames = () =>
    void video.requestVideoFrameCallback((_now, { mediaTime }) => {
      if (isClosed) return;
      events.onFrame(mediaTime);
      watchFrames();
    });
  const tick = () => {
    if (isClosed || video.paused) return;
    events.onFrame(video.currentTime);
    requestAnimationFrame(tick);
  };
  if (hasFrames) watchFrames();
  else {
    video.addEventListener('play', tick);
    video.addEventListener('seeked', () => events.onFrame(video.currentTime));
    video.addEventListener('loadeddata', () => events.onFrame(video.currentTime));
  }

  video.addEventListener('loadedmetadata', () => {
    // Loading resets the rate.
    video.playbackRate = rate;
    goToWish();
  });
  video.addEventListener('seeked', goToWish);
  video.addEventListener('timeupdate', () => events.onTime(video.currentTime));
  video.addEventListener('ended', () => events.onEnd());
  video.addEventListener('pause', () => {
    if (!isOurPause && !video.ended) events.onPause();
    isOurPause = false;
  });
  for (const name of ['waiting', 'stalled'] as const) {
    video.addEventListener(name, () => {
      if (!video.paused && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) events.onWaiting(true);
    });
  }
  for (const name of ['playing', 'canplay', 'pause'] as const)
    video.addEventListener(name, () => events.onWaiting(false));
  video.addEventListener('error', () => {
    if (isClosed || video.error === null || video.getAttribute('src') === null) return;
    const isNetwork = video.error.code === MediaError.MEDIA_ERR_NETWORK;
    events.onProblem(isNetwork ? 'unreachable' : 'unplayable');
  });

  return {
    video,
    get chapter() {
      return chapter;
    },
    get isSeeking() {
      return wished !== null || video.seeking;
    },
    load(next, source) {
      if (next === chapter) return;
      release();
      chapter = next;
      wished = null;
      if (typeof source !== 'string') objectUrl = URL.createObjectURL(source);
      video.src = objectUrl ?? (source as string);
      video.load();
    },
    seek(at) {
      wished = at;
      goToWish();
    },
    play() {
      video.playbackRate = rate;
      // Playing is refused when the press was too long ago, or when a pause comes before it began.
      video.play().catch((problem: unknown) => {
        if (!(problem instanceof DOMException) || problem.name !== 'AbortError') events.onPause();
      });
    },
    pause() {
      if (video.paused) return;
      isOurPause = true;
      video.pause();
    },
    setRate(next) {
      rate = next;
      video.playbackRate = next;
    },
    close() {
      isClosed = true;
      video.pause();
      video.removeAttribute('src');
      video.load();
      release();
    },
  };
}
