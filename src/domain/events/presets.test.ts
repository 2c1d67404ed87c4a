import { expect, test } from 'vitest';
import { HUNDREDTHS } from '../model/precision.ts';
import { durationMs } from '../units.ts';
import { isChanged, presetOf, presets, settingsOf } from './presets.ts';
import { plainRace } from '../model/race-settings.ts';

test('[GATE10] an event that nobody has configured is run by the first preset, unchanged', () => {
  expect(presetOf(plainRace)).toBe(presets[0]);
  expect(isChanged(presets[0]!, plainRace, HUNDREDTHS)).toBe(false);
});

test('[GATE10] a preset that was chosen is unchanged until one of its settings is another one', () => {
  for (const preset of presets) {
    const race = { ...plainRace, ...settingsOf(preset) };
    expect(presetOf(race)).toBe(preset);
    expect(isChanged(preset, race, preset.precision)).toBe(false);
    expect(isChanged(preset, { ...race, tones: 'track' }, preset.precision)).toBe(true);
    expect(isChanged(preset, race, { unit: durationMs(100), direction: 'down' })).toBe(true);
  }
});

test('[GATE10] a preset that a later release knows is shown as Simple', () => {
  expect(presetOf({ preset: 'uci' })).toBe(presets[0]);
});

test('[GATE10] every preset but our own names its source, and no two have the same name or id', () => {
  expect(presets.filter(({ source }) => source === null)).toEqual([presets[0]]);
  for (const key of ['id', 'name', 'says'] as const)
    expect(new Set(presets.map((preset) => preset[key])).size).toBe(presets.length);
});
