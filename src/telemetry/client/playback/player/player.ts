import { createDeck, type Deck, type PlayerProblem } from './deck.ts';
import { createObserved, type Observable } from '../../../../client/sync/observable.ts';
import { beginningOfFrame, middleOfFrame, type Moment, momentAt, startsOf, stepFrames } from './chapters.ts';

export interface Chapter {
  readonly source: Blob | string;
  readonly duration: number;
}

export interface PlayerState {
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly isMuted: boolean;
  readonly isWaiting: boolean;
  readonly problem: PlayerProblem | null;
}

export const AT_REST: PlayerState = { isPlaying: false, rate: 1, isMuted: false, isWaiting: false, problem: null };

/** A player, of a video or of the bare time of a run without one. */
export interface Transport {
  readonly duration: number;
  readonly state: Observable<PlayerState>;
  /** The moment that is shown. */
  time(this: void): number;
  play(this: void): void;
  pause(this: void): void;
  setRate(this: void, rate: number): void;
  setMuted(this: void, isMuted: boolean): void;
  seek(this: void, time: number): void;
  /** Whole frames forward, or back if negative. */
  step(this: void, frames: number): void;
  /** Called for each picture on the screen, with its own time. */
  onFrame(this: void, listener: (mediaTime: number) => void): () => void;
  close(this: void): void;
}

export interface Player extends Transport {
  readonly framesPerSecond: number;
  /** Puts the picture into an element; the returned function takes it out again. */
  attach(this: void, host: HTMLElement): () => void;
}

export interface PlayerOptions {
  readonly framesPerSecond?: number | null;
}

/** Seconds before the end of a chapter at which the next one is fetched. */
const AHEAD_SECONDS = 8;
/** Browsers round the time of a frame to a millionth of a second. */
const ROUNDED_SECONDS = 1e-5;
const USUAL_FRAMES = 30_000 / 1_001;

/** The chapters of a recording as one video: the next one is ready on a second element before this one has ended. */
export function createPlayer(chapters: readonly Chapter[], options: PlayerOptions = {}): Player {
  const starts = startsOf(chapters.map(({ duration }) => duration));
  const duration = starts.at(-1)!;
  const framesPerSecond = options.framesPerSecond || USUAL_FRAMES;
  const state = createObserved(AT_REST);
  const frameListeners = new Set<(mediaTime: number) => void>();
  let shown = 0;
  /** Position to which the active deck was last sent, in seconds of its chapter. */
  let sought = 0;
  let isClosed = false;

  const change = (part: Partial<PlayerState>) => {
    const before = state.getSnapshot();
    const isSame = Object.entries(part).every(([key, value]) => before[key as keyof PlayerState] === value);
    if (!isSame) state.set({ ...before, ...part });
  };

  const decks: [Deck, Deck] = [makeDeck(), makeDeck()];
  let active = decks[0];

  function makeDeck(): Deck {
    const deck: Deck = createDeck({
      onFrame(at) {
        if (deck !== active || isClosed) return;
        for (const other of decks) other.video.classList.toggle('invisible', other !== deck);
        shown = starts[deck.chapter]! + ownTime(at);
        for (const listener of frameListeners) listener(shown);
      },
      onTime(at) {
        if (deck !== active) return;
        const next = deck.chapter + 1;
        if (next < chapters.length && starts[next]! - starts[deck.chapter]! - at < AHEAD_SECONDS) {
          standby().load(next, chapters[next]!.source);
        }
      },
      onEnd() {
        if (deck !== active) return;
        if (deck.chapter + 1 >= chapters.length) return change({ isPlaying: false });
        show({ chapter: deck.chapter + 1, at: 0 });
        if (state.getSnapshot().isPlaying) active.play();
      },
      onPause() {
        if (deck === active) stop();
      },
      onWaiting: (isWaiting) => deck === active && change({ isWaiting }),
      onProblem: (problem) => deck === active && change({ problem, isPlaying: false, isWaiting: false }),
    });
    return deck;
  }

  const standby = () => (active === decks[0] ? decks[1] : decks[0]);

  function show({ chapter, at }: Moment): void {
    if (active.chapter !== chapter) {
      const before = active;
      active = standby();
      before.pause();
      active.load(chapter, chapters[chapter]!.source);
    }
    sought = options.framesPerSecond ? middleOfFrame(at, options.framesPerSecond) : at;
    active.seek(sought);
  }

  /** Firefox gives the moment that was sought as the time of its picture: the cursor would be half a frame late. */
  function ownTime(at: number): number {
    const { framesPerSecond: rate } = options;
    return rate && Math.abs(at - sought) < ROUNDED_SECONDS ? beginningOfFrame(at, rate) : at;
  }

  /** Firefox mostly stops one picture after the last one that it has told: the video goes back to the cursor (EN14). */
  function stop(): void {
    const wasPlaying = state.getSnapshot().isPlaying;
    change({ isPlaying: false });
    active.pause();
    if (wasPlaying && options.framesPerSecond && !active.isSeeking) show(momentAt(starts, shown));
  }

  const player: Player = {
    duration,
    framesPerSecond,
    state,
    time: () => shown,
    play() {
      if (state.getSnapshot().problem !== null) return;
      if (shown >= duration - 1.5 / framesPerSecond) player.seek(0);
      change({ isPlaying: true });
      active.play();
    },
    pause: stop,
    setRate(rate) {
      for (const deck of decks) deck.setRate(rate);
      change({ rate });
    },
    setMuted(isMuted) {
      for (const deck of decks) deck.video.muted = isMuted;
      change({ isMuted });
    },
    seek(time) {
      show(momentAt(starts, time));
      if (state.getSnapshot().isPlaying) active.play();
    },
    step(frames) {
      player.pause();
      player.seek(stepFrames(starts, shown, frames, framesPerSecond));
    },
    onFrame(listener) {
      frameListeners.add(listener);
      return () => void frameListeners.delete(listener);
    },
    attach(host) {
      for (const { video } of decks) host.append(video);
      return () => {
        for (const { video } of decks) video.remove();
      };
    },
    close() {
      isClosed = true;
      change({ isPlaying: false });
      for (const deck of decks) deck.close();
    },
  };
  decks[1].video.classList.add('invisible');
  active.load(0, chapters[0]?.source ?? '');
  return player;
}
