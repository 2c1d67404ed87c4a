import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ViewerCounters } from './viewer-counters.tsx';

test('[SP15] a page whose rows come from a cache says how late it is, and another one how many watch', () => {
  const told = (more: { isCached: boolean; isConnected: boolean }) =>
    renderToStaticMarkup(
      <ViewerCounters counters={{ finished: 1, total: 3, onCourse: 1 }} watching={7} lastTime="10:31:48" {...more} />,
    );
  expect(told({ isCached: true, isConnected: true })).toContain('up to 4 s behind');
  expect(told({ isCached: true, isConnected: true })).not.toContain('watching');
  expect(told({ isCached: false, isConnected: true })).toContain('<b>7</b> watching');
  expect(told({ isCached: true, isConnected: false })).toContain('not connected');
});
