import { describe, expect, it } from 'vitest';
import { createObserved } from '../../../../client/sync/observable.ts';
import { createCursor } from '../../playback/cursor.ts';
import { AT_REST, type PlayerState, type Transport } from '../../playback/player/player.ts';
import { playTogether, type Togetherness } from './together.ts';

/** A video whose time is advanced by the test; `skew` is the error of its rate. */
function fakeVideo(duration: number, skew = 1) {
  const state = createObserved(AT_REST);
  const listeners = new Set<(time: number) => void>();
  let time = 0;
  const seeks: number[] = [];
  const change = (part: Partial<PlayerState>) => state.set({ ...state.getSnapshot(), ...part });
  const show = () => {
    for (const listener of listeners) listener(time);
  };
  const player: Transport = {
    duration,
    state,
    time: () => time,
    play: () => change({ isPlaying: true }),
    pause: () => change({ isPlaying: false }),
    setRate: (rate) => change({ rate }),
    setMuted: () => undefined,
    seek(to) {
      seeks.push(to);
      time = to;
      show();
    },
    step: () => undefined,
    onFrame(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => undefined,
  };
  const pass = (seconds: number) => {
    const { isPlaying, rate } = state.getSnapshot();
    if (!isPlaying) return;
    time += seconds * rate * skew;
    show();
  };
  /** A picture that comes after the pause. */
  const showLate = (seconds: number) => {
    time += seconds;
    show();
  };
  return { player, pass, showLate, seeks };
}

/** The second took half as long again everywhere; both began at 10 s of their own time. */
const comparison = {
  timeInB: (time: number, by: Togetherness) => 10 + (time - 10) * (by === 'place' ? 1.5 : 1),
  timeInA: (time: number, by: Togetherness) => 10 + (time - 10) / (by === 'place' ? 1.5 : 1),
};

function playPair(mode: Togetherness, skew: number) {
  let clock = 0;
  const cursor = createCursor(10);
  const a = fakeVideo(100);
  const b = fakeVideo(150, skew);
  const drifts: (number | null)[] = [];
  const together = playTogether({
    cursor,
    comparison,
    a: { player: a.player, offset: 4 },
    b: { player: b.player, offset: 0 },
    clock: { player: fakeVideo(1).player, offset: 0 },
    mode: () => mode,
    onDrift: (seconds) => drifts.push(seconds),
    now: () => clock,
  });
  const run = (seconds: number) => {
    for (let left = seconds; left > 1e-9; left -= 1 / 60) {
      clock += 1000 / 60;
      b.pass(1 / 60);
      a.pass(1 / 60);
    }
  };
  return { cursor, a, b, together, drifts, run };
}

describe('two videos', () => {
  it.each([
    ['place', 1.04],
    ['place', 0.96],
    ['elapsed', 1.04],
  ] as const)('stay together at the same %s within 40 ms, though one keeps its rate badly (%d)', (mode, skew) => {
    const { cursor, a, b, together, drifts, run } = playPair(mode, skew);
    together.realign();
    together.leader.play();
    run(10);
    const target = comparison.timeInB(cursor.get(), mode);
    expect(cursor.get()).toBeGreaterThan(19);
    expect(a.player.time() + 4).toBeCloseTo(cursor.get(), 6);
    expect(Math.abs(b.player.time() - target)).toBeLessThan(0.04);
    expect(Math.max(...drifts.slice(-300).map((drift) => Math.abs(drift ?? 1)))).toBeLessThan(0.04);
  });

  it('jump to where the cursor is dragged, each to its own time', () => {
    const { cursor, a, b } = playPair('place', 1);
    cursor.set(30, 'chart');
    expect(a.player.time()).toBe(26);
    expect(b.player.time()).toBe(40);
  });

  it('do not crawl together when far apart, but jump', () => {
    const { b, together, run } = playPair('elapsed', 1);
    together.realign();
    together.leader.play();
    run(1);
    b.player.seek(90);
    const before = b.seeks.length;
    run(1);
    expect(b.seeks.length).toBe(before + 1);
    expect(b.player.time()).toBeLessThan(15);
  });

  it('stop together, the second exactly where the first has stopped', () => {
    const { cursor, b, together, run } = playPair('place', 1.02);
    together.realign();
    together.leader.play();
    run(3);
    together.leader.pause();
    expect(b.player.state.getSnapshot().isPlaying).toBe(false);
    expect(b.player.time()).toBeCloseTo(comparison.timeInB(cursor.get(), 'place'), 6);
  });

  it('[EN14] stand at the same place although the first shows one more picture after the pause', () => {
    const { cursor, a, b, together, run } = playPair('place', 1);
    together.realign();
    together.leader.play();
    run(3);
    together.leader.pause();
    a.showLate(0.2);
    expect(a.player.time() + 4).toBeCloseTo(cursor.get(), 6);
    expect(b.player.time()).toBeCloseTo(comparison.timeInB(cursor.get(), 'place'), 6);
  });
});

it('a run without video plays by the bare time, from the start of its part', () => {
  const cursor = createCursor(12);
  const bare = fakeVideo(20);
  const { leader } = playTogether({
    cursor,
    comparison,
    a: null,
    b: null,
    clock: { player: bare.player, offset: 10 },
    mode: () => 'place',
    onDrift: () => undefined,
  });
  leader.play();
  bare.pass(3);
  expect(cursor.get()).toBe(13);
});
