import { describe, expect, it } from 'vitest';
import { readSettings } from './view-settings.ts';

describe('Settings for looking at runs', () => {
  it('is remembered', () => {
    const chosen = { axis: 'distance', hidden: ['power'], hasGauges: false, smoothSeconds: 5, filtersFixes: false };
    expect(readSettings(JSON.stringify(chosen))).toEqual(chosen);
  });

  it('is as usual where what was stored makes no sense', () => {
    const usual = readSettings(null);
    for (const text of ['', 'null', '[1', '"x"', '{"hidden":{},"smoothSeconds":-9,"axis":7}']) {
      expect(readSettings(text)).toEqual(usual);
    }
  });
});
