import { expect, test } from 'vitest';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import { guessDelimiter } from './guess-delimiter.ts';

test.each([
  [',', 'time,lat,lon\n1,2,3\n4,5,6\n'],
  [';', 'Zeit;Breite;Länge\n12:00:00,5;48,1;9,1\n12:00:01,5;48,1;9,2\n'],
  [';', '0,5;48,1;9,1\n1,5;48,1;9,2\n'],
  ['\t', 'time\tlat\tlon\n1\t47,5\t8,25\n2\t47,5\t8,25\n'],
  ['|', 'time|lat|lon\n1|2|3\n'],
  [',', '"a;b","c;d","e;f"\n1,2,3\n4,5,6\n'],
  [',', 'Recorded with care; by somebody; here\nFormat,3\n\ntime,lat,lon\n1,2,3\n1,2,3\n1,2,3\n'],
  [',', ''],
])('%j stands between the cells', (delimiter, text) => {
  expect(guessDelimiter(text)).toBe(delimiter);
});

test.each([
  [',', 'csv/racechrono-tianma-lap9_v3.csv'],
  [',', 'csv/telemetry-overlay-custom.csv'],
  [';', 'malformed/german-semicolon-decimal-comma.csv'],
])('%j stands between the cells of %s', (delimiter, name) => {
  expect(guessDelimiter(new TextDecoder().decode(readSample(name)).slice(0, 65_536))).toBe(delimiter);
});
