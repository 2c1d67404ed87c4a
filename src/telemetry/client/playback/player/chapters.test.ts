import { describe, expect, it } from 'vitest';
import { beginningOfFrame, middleOfFrame, momentAt, startsOf, stepFrames } from './chapters.ts';

const starts = startsOf([10, 20, 5]);

describe('Chapters that play as one', () => {
  it('finds a moment in the chapter that shows it', () => {
    expect(momentAt(starts, 0)).toEqual({ chapter: 0, at: 0 });
    expect(momentAt(starts, 9.99)).toEqual({ chapter: 0, at: 9.99 });
    expect(momentAt(starts, 10)).toEqual({ chapter: 1, at: 0 });
    expect(momentAt(starts, 34)).toEqual({ chapter: 2, at: 4 });
  });

  it('stays inside the recording', () => {
    expect(momentAt(starts, -3)).toEqual({ chapter: 0, at: 0 });
    expect(momentAt(starts, 99)).toEqual({ chapter: 2, at: 5 });
  });

  it('steps to the middle of the next frame, whichever way the shown time was rounded', () => {
    const fps = 30_000 / 1_001;
    for (const shown of [100 / fps, 100 / fps + 1e-6, 100 / fps - 1e-6]) {
      expect(stepFrames(starts, shown, 1, fps) * fps).toBeCloseTo(101.5, 3);
      expect(stepFrames(starts, shown, -1, fps) * fps).toBeCloseTo(99.5, 3);
    }
  });

  it('steps over the border of two chapters, both ways', () => {
    expect(stepFrames(starts, 10 - 1 / 25, 1, 25)).toBeCloseTo(10 + 0.5 / 25, 6);
    expect(stepFrames(starts, 10, -1, 25)).toBeCloseTo(10 - 0.5 / 25, 6);
  });

  it('asks for the middle of the frame that a moment belongs to', () => {
    expect(middleOfFrame(7, 30) * 30).toBeCloseTo(210.5, 6);
    expect(middleOfFrame(7 - 1e-5, 30) * 30).toBeCloseTo(210.5, 6);
    expect(middleOfFrame(6.99, 30) * 30).toBeCloseTo(209.5, 6);
  });

  it('[EN14] knows the beginning of a frame by any moment in it', () => {
    for (const moment of [7, 7 - 1e-5, 7 + 0.5 / 30]) expect(beginningOfFrame(moment, 30)).toBe(7);
  });

  it('stands still at the first and the last frame', () => {
    expect(stepFrames(starts, 0, -1, 25)).toBe(0);
    expect(stepFrames(starts, 35 - 1 / 25, 1, 25)).toBeCloseTo(35 - 0.5 / 25, 6);
  });
});
