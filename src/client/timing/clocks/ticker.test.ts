import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EpochMs, epochMs } from '../../../domain/units.ts';
import { createTicker } from './ticker.ts';

const START = 1_700_000_000_000;
const now = () => epochMs(Date.now());
let writes = 0;

function createDigits(): Node {
  let text = '';
  const digits = {
    get textContent() {
      return text;
    },
    set textContent(value: string) {
      text = value;
      writes += 1;
    },
  };
  return digits as unknown as Node;
}

const clockFrom = (startTime: EpochMs, toLead: { element: HTMLElement; until: number } | null = null) => ({
  digits: createDigits(),
  startTime,
  toLead,
});

beforeEach(() => {
  writes = 0;
  vi.useFakeTimers({ now: START });
});
afterEach(() => vi.useRealTimers());

test('digits are written only when they change', () => {
  const ticker = createTicker(now);
  const clock = clockFrom(epochMs(START - 718_300));
  ticker.add(clock);
  ticker.start();
  expect(clock.digits.textContent).toBe('11:58');
  vi.advanceTimersByTime(600);
  expect([clock.digits.textContent, writes]).toEqual(['11:58', 1]);
  vi.advanceTimersByTime(150);
  expect([clock.digits.textContent, writes]).toEqual(['11:59', 2]);
});

test('[SP4] what is left of the time that would lead is written until it is past', () => {
  const ticker = createTicker(now);
  const [element, left] = [{ hidden: false } as HTMLElement, createDigits()];
  const clock = clockFrom(epochMs(START - 58_300));
  ticker.add({ ...clock, toLead: { element, until: 60_000, left } });
  ticker.start();
  expect([left.textContent, element.hidden]).toEqual(['00:01', false]);
  vi.advanceTimersByTime(2_000);
  expect([left.textContent, element.hidden]).toEqual(['00:00', true]);
});

test('it wakes up once a second for one clock, and not at all without any', () => {
  const ask = vi.fn<() => EpochMs>(now);
  const ticker = createTicker(ask);
  ticker.start();
  vi.advanceTimersByTime(10_000);
  expect(ask).toHaveBeenCalledTimes(1);
  const remove = ticker.add(clockFrom(epochMs(START)));
  vi.advanceTimersByTime(10_000);
  expect(ask.mock.calls.length).toBeLessThan(15);
  remove();
  vi.advanceTimersByTime(5_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('while it is stopped nothing runs, and afterwards the digits are right at once', () => {
  const ticker = createTicker(now);
  const clock = clockFrom(epochMs(START));
  ticker.add(clock);
  ticker.start();
  ticker.stop();
  vi.advanceTimersByTime(3_600_000);
  expect(clock.digits.textContent).toBe('00:00');
  ticker.start();
  expect(clock.digits.textContent).toBe('1:00:00');
});

test('a start that lies ahead on the common clock reads zero', () => {
  const ticker = createTicker(now);
  const clock = clockFrom(epochMs(START + 5_000));
  ticker.add(clock);
  expect(clock.digits.textContent).toBe('00:00');
});

test('the time to lead goes away once it has passed', () => {
  const ticker = createTicker(now);
  const element = { hidden: false } as HTMLElement;
  ticker.add(clockFrom(epochMs(START), { element, until: 2_000 }));
  ticker.start();
  vi.advanceTimersByTime(1_900);
  expect(element.hidden).toBe(false);
  vi.advanceTimersByTime(1_100);
  expect(element.hidden).toBe(true);
});
