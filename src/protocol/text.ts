import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { isStorable } from './storable.ts';

/** A schema names its refusal by code; whoever answers looks the text up in the registry. */
export const code = (value: ErrorCode): ErrorCode => value;

export const storable = z.refine<string>(isStorable, code('text-not-storable'));

/** For what is shown on one line: no line breaks, no cursor movements. */
export const oneLine = z.refine<string>((text) => !/\p{Control}/u.test(text), code('text-not-storable'));

/** Nothing else looks at a text that is too long: a pattern would go through all of a megabyte. */
export const atMost = (most: number, tooLong: ErrorCode = 'text-too-long') =>
  z.maxLength(most, { error: code(tooLong), abort: true });

export const text = (most: number, tooLong?: ErrorCode) => z.string().check(atMost(most, tooLong), storable);
