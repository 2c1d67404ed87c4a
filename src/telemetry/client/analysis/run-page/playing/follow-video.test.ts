import { describe, expect, it } from 'vitest';
import { createObserved } from '../../../../../client/sync/observable.ts';
import { createCursor } from '../../../playback/cursor.ts';
import { AT_REST, type Transport } from '../../../playback/player/player.ts';
import { followVideo } from './follow-video.ts';

/** A video of ten seconds that shows the frames that the test gives it, when the test says so. */
function makeVideo() {
  const listeners = new Set<(time: number) => void>();
  const state = createObserved(AT_REST);
  const asked: number[] = [];
  const transport: Transport = {
    duration: 10,
    state,
    time: () => 0,
    play: () => state.set({ ...state.getSnapshot(), isPlaying: true }),
    pause: () => state.set({ ...state.getSnapshot(), isPlaying: false }),
    setRate: () => undefined,
    setMuted: () => undefined,
    seek: (time) => void asked.push(time),
    step: (frames) => void asked.push(frames / 25),
    onFrame(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => undefined,
  };
  return { transport, asked, show: (time: number) => listeners.forEach((listener) => listener(time)) };
}

describe('Cursor and video as one', () => {
  it('moves the cursor with every frame that is played', () => {
    const { transport, show } = makeVideo();
    const cursor = createCursor();
    followVideo(cursor, transport, 100);
    transport.play();
    show(2.04);
    expect(cursor.get()).toBe(102.04);
  });

  it('shows the frame of wherever the cursor is put, inside the video', () => {
    const { transport, asked } = makeVideo();
    const cursor = createCursor();
    followVideo(cursor, transport, 100);
    cursor.set(104, 'chart');
    cursor.set(50, 'chart');
    cursor.set(999, 'chart');
    expect(asked).toEqual([4, 0, 10]);
  });

  it('is not pulled back by late frames while the user drags', () => {
    const { transport, show } = makeVideo();
    const cursor = createCursor();
    followVideo(cursor, transport, 0);
    transport.play();
    show(1);
    cursor.set(8, 'chart');
    show(1.04);
    expect(cursor.get()).toBe(8);
    show(8.02);
    expect(cursor.get()).toBe(8.02);
  });

  it('stays between two frames while the video stands still', () => {
    const { transport, show } = makeVideo();
    const cursor = createCursor();
    followVideo(cursor, transport, 0);
    cursor.set(3.03, 'chart');
    show(3);
    expect(cursor.get()).toBe(3.03);
  });

  it('follows a step to the frame that it leads to', () => {
    const { transport, show } = makeVideo();
    const cursor = createCursor();
    const { step } = followVideo(cursor, transport, 0);
    cursor.set(3.03, 'chart');
    step(1);
    show(3.04);
    expect(cursor.get()).toBe(3.04);
  });

  it('leaves both alone once it is stopped', () => {
    const { transport, asked, show } = makeVideo();
    const cursor = createCursor();
    followVideo(cursor, transport, 0).stop();
    cursor.set(5, 'chart');
    show(1);
    expect(asked).toEqual([]);
    expect(cursor.get()).toBe(5);
  });
});
