import type { View } from '../domain/access/views.ts';
import type { EventState } from '../domain/events/state.ts';
import type { EpochMs } from '../domain/units.ts';
import type { Boot } from './account.ts';
import type { SharedGroup } from './live.ts';
import type { CardField } from './payments.ts';

/** Stands in the built page where each answer has its own nonce, without which no script of the page runs. */
export const NONCE_MARK = 'nonce-of-this-answer';

/** Where a text may become the address of a script: `client/service-worker/register.ts`, for one address. */
export const TRUSTED_TYPES_POLICY = 'pushoff';
/** And `client/features/analysis/reading/file-reader.ts`, for one other. */
export const READER_POLICY = 'pushoff-reader';

/** What a public page was rendered from. It travels in the page, so that the first paint needs no further question. */
export type RenderedPage =
  | { readonly kind: 'event'; readonly event: EventState; readonly view: View; readonly at: EpochMs }
  | { readonly kind: 'group'; readonly group: SharedGroup; readonly at: EpochMs };

/** What a page comes with. The checkout says how it takes cards: no other page has to know. */
export type PageData = RenderedPage | { readonly kind: 'checkout'; readonly cardField: CardField };

/** The JSON block of a page. */
export interface PageBlock extends Boot {
  /** The schema version under which `page` was written. */
  readonly schema: number;
  readonly page?: PageData;
}

export type Entry = 'app' | 'viewer';

/** What the server needs to render a page, and what it gets: the client's build makes the renderer. */
export interface RenderRequest {
  /** Path and query. */
  readonly url: string;
  readonly boot: Boot;
  readonly page: RenderedPage;
  /** The whole app, or the small one that only shows: what the browser takes the page over with. */
  readonly entry: Entry;
}
export type RenderPage = (request: RenderRequest) => Promise<string>;
