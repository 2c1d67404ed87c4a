import { expect, test } from 'vitest';
import { pngOf } from '../../../../tests/support/logo.ts';
import { kindOf } from './read-logo.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('[EX18] a picture is known by its first bytes, whatever it is called', () => {
  expect(kindOf(pngOf(3, 2))).toBe('picture');
  expect(kindOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toBe('picture');
  expect(kindOf(bytes('RIFF\u0001\n\n\u0001WEBPVP8 '))).toBe('picture');
  expect(kindOf(bytes('RIFF\u0001\n\n\u0001WAVEfmt '))).toBe('not-a-picture');
  expect(kindOf(bytes('%PDF-1.7'))).toBe('not-a-picture');
  expect(kindOf(bytes(''))).toBe('not-a-picture');
});

test('[EX18] an SVG is told apart, so that the refusal says what to do', () => {
  expect(kindOf(bytes('<svg onload="alert(1)">'))).toBe('svg');
  expect(kindOf(bytes('\u{FEFF}\n<?xml version="1.0"?><svg>'))).toBe('svg');
  expect(kindOf(bytes('<!-- made by hand --><svg>'))).toBe('svg');
  expect(kindOf(bytes('<html><img>'))).toBe('not-a-picture');
});
