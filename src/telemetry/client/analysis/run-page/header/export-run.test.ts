import { describe, expect, it } from 'vitest';
import { fileNameOf } from './export-run.ts';

describe('The name of an exported file', () => {
  it('holds nothing that a file system refuses', () => {
    expect(fileNameOf('Lap 3: "best" / PB?', 'gpx')).toBe('Lap 3 best PB.gpx');
    expect(fileNameOf('../..', 'csv')).toBe('run.csv');
  });
});
