import { expect, test } from 'vitest';
import { createFitWriter, fitTime } from '../../../../tests/telemetry/support/write-fit.ts';
import { readFit } from './read-fit.ts';

const START = fitTime('2024-05-01T10:00:00Z');

/** Thirty records with the cadence of an app in 'spm', beside the device's own where there is one; then the session. */
function rideWith({ app, own, sport }: { readonly app: number; readonly own: number | null; readonly sport: number }) {
  const writer = createFitWriter();
  const numbers = [0, 1, 2, 15].map((field) => ({ field, type: 'uint8' }) as const);
  writer.define({ local: 2, global: 206, fields: [...numbers, { field: 8, type: 'string', length: 8 }] });
  writer.write(2, [0, 0, 0x88, 4, 'spm']);
  const fields = [
    { field: 253, type: 'uint32' },
    { field: 4, type: 'uint8' },
  ] as const;
  writer.define({ local: 0, global: 20, fields, developerFields: [{ field: 0, developer: 0, type: 'float32' }] });
  for (let at = 0; at < 30; at += 1) writer.write(0, [START + at, own ?? 0xff, app]);
  writer.define({
    local: 1,
    global: 18,
    fields: [
      { field: 253, type: 'uint32' },
      { field: 5, type: 'enum' },
    ],
  });
  writer.write(1, [START + 30, sport]);
  const result = readFit(writer.finish());
  if (!result.ok) throw new Error(result.error.code);
  return result.value.samples.channels.cadence!;
}

const [RUNNING, ROWING, KAYAKING, OTHER] = [1, 15, 41, 0];

test.each([
  ['a rower, as the device counts too', { app: 24.6, own: 25, sport: OTHER }, 24.6],
  ['a rower whose device counts nothing', { app: 24.6, own: null, sport: ROWING }, 24.6],
  ['a kayak, faster than a walker', { app: 96, own: null, sport: KAYAKING }, 96],
  ['an unnamed sport in which nobody could walk so slowly', { app: 30, own: null, sport: OTHER }, 30],
  ['a runner, of whom the device counts each leg', { app: 172, own: 86, sport: RUNNING }, 86],
  ['a runner whose device counts nothing', { app: 172, own: null, sport: RUNNING }, 86],
  ['a runner whose app writes the steps of one leg', { app: 86, own: 86, sport: RUNNING }, 86],
])('[DT91] spm of an app: %s', (_, ride, read) => {
  for (const value of rideWith(ride)) expect(value).toBeCloseTo(read, 4);
});
