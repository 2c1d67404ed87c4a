import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { MAX_EMAIL_LENGTH } from './limits.ts';
import { isStorable } from './storable.ts';

/** A schema names its refusal by code; the handler that answers looks the text up in the registry. */
export const code = (value: ErrorCode): ErrorCode => value;

export const storable = z.refine<string>(isStorable, code('text-not-storable'));

/** For texts shown on one line: no line breaks, no cursor movements. */
export const oneLine = z.refine<string>((text) => !/\p{Control}/u.test(text), code('text-not-storable'));

/** `abort` stops at a text that is too long: a pattern would go through all of a megabyte. */
export const atMost = (most: number, tooLong: ErrorCode = 'text-too-long') =>
  z.maxLength(most, { error: code(tooLong), abort: true });

export const text = (most: number, tooLong?: ErrorCode) => z.string().check(atMost(most, tooLong), storable);

/**
 * Letters, digits and hyphens between dots; a name of other letters only as its punycode. Any other character that a
 * mail server, a browser or a reader could take for a dot or an @ would make two addresses one, or turn one into
 * another.
 */
const ADDRESS =
  /^[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/** Every address that mail is sent to. `missing`: the refusal of an empty address. */
export const emailOr = (missing: ErrorCode) =>
  z
    .string(code(missing))
    .check(
      z.trim(),
      z.minLength(1, code(missing)),
      atMost(MAX_EMAIL_LENGTH, 'email-invalid'),
      z.toLowerCase(),
      z.email({ pattern: ADDRESS, error: code('email-invalid') }),
    );
export const email = emailOr('email-invalid');
