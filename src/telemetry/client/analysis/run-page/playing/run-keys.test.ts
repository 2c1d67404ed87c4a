import { describe, expect, it } from 'vitest';
import { type PressedKey, type RunKeyPlace, stepOf } from './run-keys.ts';

const press = (key: string, held: Partial<PressedKey> = {}, place: RunKeyPlace = 'elsewhere') =>
  stepOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, place);

describe('The keys of a run', () => {
  it('go by frames, seconds and ten seconds', () => {
    expect(press('ArrowRight')).toEqual({ type: 'frames', by: 1 });
    expect(press('ArrowLeft', { shiftKey: true })).toEqual({ type: 'seconds', by: -1 });
    expect(press('J')).toEqual({ type: 'seconds', by: -10 });
  });

  it('play, set the section and zoom', () => {
    expect(['k', ' ', '[', ']', '+', '-', '?'].map((key) => press(key)?.type)).toEqual([
      'toggle',
      'toggle',
      'section-from',
      'section-to',
      'zoom-in',
      'zoom-out',
      'list',
    ]);
  });

  it('leave alone what belongs to a field, a button, a map or the browser', () => {
    expect(press('k', {}, 'typing')).toBeNull();
    expect(press(' ', {}, 'button')).toBeNull();
    expect(press('k', {}, 'button')?.type).toBe('toggle');
    expect(press('ArrowLeft', {}, 'map')).toBeNull();
    expect(press('+', {}, 'map')).toBeNull();
    expect(press('l', { ctrlKey: true })).toBeNull();
    expect(press('ArrowLeft', { altKey: true })).toBeNull();
  });
});
