import { expect, test } from 'vitest';
import { createFitWriter, fitTime } from '../../../../tests/telemetry/support/write-fit.ts';
import { readFit } from './read-fit.ts';

const START = fitTime('2024-05-01T10:00:00Z');

function ride(): Uint8Array {
  const writer = createFitWriter();
  const fields = [
    { field: 253, type: 'uint32' },
    { field: 3, type: 'uint8' },
  ] as const;
  writer.define({ local: 0, global: 20, fields });
  for (let at = 0; at < 10; at += 1) writer.write(0, [START + at, 140]);
  return writer.finish();
}

const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

function warningsOf(bytes: Uint8Array) {
  const read = readFit(bytes);
  return read.ok ? read.value.warnings.filter(({ code }) => code !== 'no-positions') : read.error;
}

test('[DT7] a second file in the chain whose header is broken is told', () => {
  const second = ride();
  second.fill(0x20, 8, 12);
  const damage = { code: 'undefined-message', detail: `byte ${second.length}` };
  expect(warningsOf(join(ride(), second))).toEqual([damage]);
});

test('[DT7] zeros that fill a block up are no part of the chain', () => {
  expect(warningsOf(join(ride(), new Uint8Array(500)))).toEqual([]);
});

test('[DT7] a damaged file is not said to hold no activity', () => {
  const damaged = ride();
  // The first definition is gone, so nothing behind it can be read.
  damaged.fill(0, 14, 30);
  expect(readFit(damaged)).toEqual({ ok: false, error: { code: 'fit-damaged' } });
});
