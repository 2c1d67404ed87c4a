import { describe, expect, it } from 'vitest';
import { moveEdge, withinWhole, zoomSection } from './section.ts';

const run = { span: { from: 0, to: 100 } };

describe('The section that is looked at', () => {
  it('stays inside the run, and keeps its length at the edge', () => {
    expect(withinWhole({ from: -10, to: 20 }, run)).toEqual({ from: 0, to: 30 });
    expect(withinWhole({ from: 90, to: 120 }, run)).toEqual({ from: 70, to: 100 });
  });

  it('is none when it would be the whole, or no place at all', () => {
    expect(withinWhole({ from: -1, to: 101 }, run)).toBeNull();
    expect(withinWhole({ from: NaN, to: 5 }, run)).toBeNull();
  });

  it('never becomes too small to see', () => {
    expect(withinWhole({ from: 50, to: 50 }, run)).toEqual({ from: 49.75, to: 50.25 });
  });

  it('zooms around where one is, in and out again', () => {
    const near = zoomSection(null, 25, 2, run);
    expect(near).toEqual({ from: 12.5, to: 62.5 });
    expect(zoomSection(near, 25, 0.5, run)).toBeNull();
  });

  it('has edges that can be set one after the other', () => {
    const begun = moveEdge(null, 'from', 20, run);
    expect(begun).toEqual({ from: 20, to: 100 });
    expect(moveEdge(begun, 'to', 40, run)).toEqual({ from: 20, to: 40 });
    expect(moveEdge({ from: 20, to: 40 }, 'from', 60, run)).toEqual({ from: 60, to: 100 });
  });
});
