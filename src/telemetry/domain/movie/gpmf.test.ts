import { expect, test } from 'vitest';
import { entry, joinBytes, nest, textBytes } from '../../../../tests/telemetry/support/write-gopro.ts';
import { expandTypes, readEntries, readEntryText, readValues } from './gpmf.ts';
import { parseGpsTime, readPayload } from './gps-streams.ts';

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function rowsOf(bytes: Uint8Array, types = '', scales: readonly number[] = []): number[][] {
  const view = viewOf(bytes);
  const { count, width, numbers } = readValues(view, readEntries(view)[0]!, types, scales);
  return Array.from({ length: count }, (_, row) => [...numbers.subarray(row * width, (row + 1) * width)]);
}

test('Every kind of number is read, and text is none', () => {
  const values = new Uint8Array(8).fill(0xff);
  const of = (type: string, size: number) => rowsOf(entry('TEST', type, size, values.subarray(0, size)))[0];
  expect(of('b', 1)).toEqual([-1]);
  expect(of('B', 1)).toEqual([255]);
  expect(of('s', 2)).toEqual([-1]);
  expect(of('S', 2)).toEqual([65_535]);
  expect(of('l', 4)).toEqual([-1]);
  expect(of('L', 4)).toEqual([0xff_ff_ff_ff]);
  expect(of('j', 8)).toEqual([-1]);
  expect(of('J', 8)).toEqual([Number(0xff_ff_ff_ff_ff_ff_ff_ffn)]);
  expect(of('q', 4)?.[0]).toBeCloseTo(-1 / 65_536, 9);
  expect(of('Q', 8)?.[0]).toBeCloseTo(-1 / 2 ** 32, 12);
  expect(of('F', 4)).toEqual([NaN]);
  expect(of('c', 1)).toEqual([NaN]);
  expect(rowsOf(entry('TEST', 'f', 4, new Uint8Array([0x3f, 0x80, 0, 0])))).toEqual([[1]]);
  expect(rowsOf(entry('TEST', 'd', 8, new Uint8Array([0x3f, 0xf0, 0, 0, 0, 0, 0, 0])))).toEqual([[1]]);
});

test('A sample of several kinds is read by its types and divided by its scales', () => {
  const bytes = entry('TEST', '?', 4, new Uint8Array([0, 100, 5, 7, 0, 200, 6, 8]));
  expect(rowsOf(bytes, expandTypes('SB[2]'), [10, 1, 2])).toEqual([
    [10, 5, 3.5],
    [20, 6, 4],
  ]);
});

test('An entry that is longer than what holds it ends the reading, and padding is skipped', () => {
  const good = joinBytes(entry('NAME', 'c', 3, textBytes('abc')), entry('NEXT', 'B', 1, new Uint8Array([9])));
  const bad = new Uint8Array([...textBytes('LONG'), 0x4c, 255, 255, 255]);
  const view = viewOf(joinBytes(good, bad));
  const entries = readEntries(view);
  expect(entries.map(({ key }) => key)).toEqual(['NAME', 'NEXT']);
  expect(readEntryText(view, entries[0]!)).toBe('abc');
});

test('A payload of noise or of nothing has no positions', () => {
  expect(readPayload(viewOf(new Uint8Array(64)))).toEqual({ devices: [], blocks: [], place: null });
  expect(readPayload(viewOf(textBytes('DEVC'.repeat(50)))).blocks).toEqual([]);
  const empty = nest('DEVC', nest('STRM', entry('GPS5', 'l', 20, new Uint8Array(0))));
  expect(readPayload(viewOf(empty)).blocks[0]?.count).toBe(0);
  const short = nest('DEVC', nest('STRM', entry('GPS5', 'l', 4, new Uint8Array(4))));
  const [block] = readPayload(viewOf(short)).blocks;
  expect([block?.points.lat[0], block?.points.lon[0]]).toEqual([0, NaN]);
  expect(rowsOf(entry('TEST', '?', 2, new Uint8Array(2)), 'BlB')).toEqual([[0]]);
});

test('The receiver writes its time as digits', () => {
  expect(parseGpsTime('220920132938.299')).toBe(Date.UTC(2022, 8, 20, 13, 29, 38, 299));
  expect(parseGpsTime('229920132938.299')).toBeNaN();
  expect(parseGpsTime('')).toBeNaN();
});
