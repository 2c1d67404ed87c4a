import { expect, test } from 'vitest';
import { TOOLTIP_TOPICS, tooltipLabel, tooltipText } from './tooltip-texts.ts';

test('every topic that the spec names has a text', () => {
  expect([...TOOLTIP_TOPICS].sort()).toEqual(
    [
      'buyCredits',
      'credits',
      'extractGps',
      'linkVideos',
      'shareUrl',
      'supportedFiles',
      'syncData',
      'uploadVideo',
    ].sort(),
  );
  for (const topic of TOOLTIP_TOPICS) expect(tooltipText(topic).length).toBeGreaterThan(40);
});

test('[S7] an unknown topic, or a name that every object carries, falls back', () => {
  for (const topic of ['', 'nothing', 'toString', 'constructor', '__proto__'])
    expect(tooltipText(topic)).toBe('Tooltip text not found');
});

test('the credits text names the real costs', () => {
  expect(tooltipText('credits')).toContain('3 for a racer and 20 for an event');
  expect(tooltipText('buyCredits')).toContain('150 for $9, 350 for $19, 1000 for $49');
});

test('extract GPS says which cameras it works for', () => {
  expect(tooltipText('extractGps')).toContain('only for select GoPro models with GPS');
});

test('supported files names GPX, FIT and CSV', () => {
  expect(tooltipText('supportedFiles')).toContain('GPX, FIT and CSV');
});

test('each button that opens a text has a name of its own', () => {
  expect(new Set(TOOLTIP_TOPICS.map(tooltipLabel)).size).toBe(TOOLTIP_TOPICS.length);
});
