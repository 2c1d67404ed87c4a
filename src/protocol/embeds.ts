import * as z from 'zod/mini';
import { code } from './text.ts';
import { MAX_EMBED_ORIGINS } from './limits.ts';

/** The board of an event inside of another site's page, and the script that puts it there. */
export const embedPaths = { page: '/embed', script: '/embed.js' } as const;

const LONGEST_ORIGIN = 260;

/**
 * Letters, digits, dots and dashes, then a port: the origin is written into the frame policy, where a semicolon or a
 * space in a host would begin another directive.
 */
const PATTERN = /^https?:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/;

export const isEmbedOrigin = (text: string): boolean => text.length <= LONGEST_ORIGIN && PATTERN.test(text);

/** The sites whose pages may show the board of an event. */
export const embedSettings = z.object({
  origins: z
    .array(z.string().check(z.refine(isEmbedOrigin, code('embed-origin-invalid'))))
    .check(z.maxLength(MAX_EMBED_ORIGINS, code('embed-origin-invalid'))),
});
export type EmbedSettings = z.infer<typeof embedSettings>;

/** Messages between the script on the other site's page and the board in its frame. */
export type EmbedMessage =
  | { readonly pushoff: 'hello' }
  /** In CSS pixels. */
  | { readonly pushoff: 'height'; readonly height: number };

/** The JSON block of the board's page. The results are asked for: their answer is kept, and a page is made each time. */
export interface EmbedBlock {
  readonly name: string;
  readonly resultsPath: string;
  /** The page of the event for viewers. */
  readonly viewerPath: string;
  /** The sites that may be told how tall the board is. */
  readonly origins: readonly string[];
}

export function embedPath(eventId: string, key: string): string {
  return `${embedPaths.page}?eventId=${encodeURIComponent(eventId)}&key=${encodeURIComponent(key)}`;
}

/** The lines that an owner copies into a page. */
export function embedCode(site: string, eventId: string, key: string): string {
  return `<script src="${site}${embedPaths.script}" data-event="${eventId}" data-key="${key}" async></script>`;
}

export function frameCode(site: string, eventId: string, key: string, title: string): string {
  const path = embedPath(eventId, key).replaceAll('&', '&amp;');
  const name = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${site}${path}" title="${name}" width="100%" height="480" style="border:0"></iframe>`;
}
