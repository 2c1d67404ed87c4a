import { expect, test } from 'vitest';
import { createHistory } from './history.ts';
import { createWindow } from './quantile.ts';
import { createRegistry } from './registry.ts';
import { type FigureName, figureNames, type Sample } from '../../protocol/operator.ts';

test('figures are shown in the text format of Prometheus, histograms added up', () => {
  const registry = createRegistry();
  const outcomes = registry.counters('a_total', 'What.', 'outcome', ['good', 'bad']);
  const histogram = registry.histogram('b_seconds', 'How long.', {
    bounds: [10, 500],
    unit: 1000,
    labels: { at: 'x' },
  });
  registry.gauge('c', 'Unknown.', () => null);
  registry.gauge('d', 'Odd.', () => 1, { name: 'a "b"\\\n' });
  outcomes.bad.add(2);
  for (const ms of [10, 11, 501, 2500]) histogram.observe(ms);
  expect(registry.render().split('\n')).toEqual([
    '# HELP a_total What.',
    '# TYPE a_total counter',
    'a_total{outcome="good"} 0',
    'a_total{outcome="bad"} 2',
    '# HELP b_seconds How long.',
    '# TYPE b_seconds histogram',
    'b_seconds_bucket{at="x",le="0.01"} 1',
    'b_seconds_bucket{at="x",le="0.5"} 2',
    'b_seconds_bucket{at="x",le="+Inf"} 4',
    'b_seconds_sum{at="x"} 3.022',
    'b_seconds_count{at="x"} 4',
    '# HELP c Unknown.',
    '# TYPE c gauge',
    '# HELP d Odd.',
    '# TYPE d gauge',
    String.raw`d{name="a \"b\"\\\n"} 1`,
    '',
  ]);
});

test('a window tells of what came since the last time only', () => {
  const histogram = createRegistry().histogram('a', 'A.', { bounds: [10, 20, 40] });
  const window = createWindow(histogram);
  expect([window.take().count, window.take().quantile(0.5)]).toEqual([0, null]);
  for (let value = 0; value < 100; value += 1) histogram.observe(15);
  const first = window.take();
  expect([first.count, first.quantile(0.5), first.quantile(1)]).toEqual([100, 15, 20]);
  histogram.observe(1000);
  histogram.observe(5);
  const second = window.take();
  expect([second.count, second.quantile(0.5), second.quantile(0.99)]).toEqual([2, 10, 40]);
});

test('[O5] the history keeps the newest samples, in order', () => {
  const history = createHistory(3);
  const sampleOf = (value: number) =>
    Object.fromEntries(figureNames.map((name: FigureName) => [name, value])) as unknown as Sample;
  expect(history.readAfter(0).at).toEqual([]);
  for (let at = 1; at <= 5; at += 1) history.add(at, sampleOf(at * 1.23456));
  expect(history.readAfter(0).at).toEqual([3, 4, 5]);
  expect(history.readAfter(4).series.cpu).toEqual([6.17]);
});
