import { describe, expect, it } from 'vitest';
import { latOf, lonOf, worldX, worldY } from './mercator.ts';
import { fitTo, panBy, screenX, screenY, worldXAt, worldYAt, zoomAt } from './view.ts';

const view = fitTo({ left: 0.5, top: 0.3, right: 0.51, bottom: 0.305 }, 800, 600, 40);

describe('the view of the map', () => {
  it('brings a place to the plane and back', () => {
    expect(latOf(worldY(47.123_456_7))).toBeCloseTo(47.123_456_7, 9);
    expect(lonOf(worldX(-122.5))).toBeCloseTo(-122.5, 9);
    expect(worldY(48)).toBeLessThan(worldY(47));
  });

  it('shows the whole track with room around it', () => {
    expect(screenX(view, 0.5)).toBeCloseTo(40);
    expect(screenX(view, 0.51)).toBeCloseTo(760);
    expect(screenY(view, 0.3)).toBeGreaterThanOrEqual(40);
  });

  it('shows a run that never moved, not an endless zoom into one point', () => {
    const still = fitTo({ left: 0.5, top: 0.3, right: 0.5, bottom: 0.3 }, 800, 600, 40);
    expect(Number.isFinite(still.scale)).toBe(true);
    expect(screenX(still, 0.5)).toBe(400);
  });

  it('keeps what lies under the finger there while zooming', () => {
    const before = [worldXAt(view, 120), worldYAt(view, 500)];
    const zoomed = zoomAt(view, 3, 120, 500);
    expect(zoomed.scale).toBeCloseTo(view.scale * 3);
    expect(worldXAt(zoomed, 120)).toBeCloseTo(before[0]!, 12);
    expect(worldYAt(zoomed, 500)).toBeCloseTo(before[1]!, 12);
  });

  it('moves with the finger', () => {
    const moved = panBy(view, 30, -20);
    expect(screenX(moved, 0.505) - screenX(view, 0.505)).toBeCloseTo(30);
    expect(screenY(moved, 0.302) - screenY(view, 0.302)).toBeCloseTo(-20);
  });
});
