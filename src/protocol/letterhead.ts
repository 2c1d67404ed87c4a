import * as z from 'zod/mini';
import { atMost, oneLine, text } from './text.ts';

/** Apart from the other paths, which every page loads. */
export const letterheadPaths = { one: '/api/events/:eventId/letterhead' } as const;

export const MAX_LETTERHEAD_LINE = 100;
/** Largest size of a logo in pixels: 300 to the inch where it is printed as wide as it may be. */
export const LOGO_BOX = { width: 1200, height: 400 } as const;
export const MAX_LOGO_BYTES = 96 * 1024;
export const MAX_LETTERHEAD_BYTES = 160 * 1024;
export const PNG_ADDRESS = 'data:image/png;base64,';

/** The signature and the name of the first block, as base64 writes them: no other type of picture begins like this. */
const PATTERN = /^data:image\/png;base64,iVBORw0KGgoAAAANSUhEU[\w+/]+={0,2}$/;
const MAX_ADDRESS = PNG_ADDRESS.length + Math.ceil(MAX_LOGO_BYTES / 3) * 4;

/** Head of each certificate: a line of the owner's own words, and a picture as a `data:` address. */
export const letterhead = z.object({
  line: text(MAX_LETTERHEAD_LINE).check(oneLine, z.trim()),
  logo: z.nullable(z.string().check(atMost(MAX_ADDRESS), z.regex(PATTERN))),
});
export type Letterhead = z.infer<typeof letterhead>;
