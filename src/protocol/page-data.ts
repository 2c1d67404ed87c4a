import type { View } from '../domain/sights/views.ts';
import type { EventState } from '../domain/model/state.ts';
import type { Projected } from '../domain/results/projected.ts';
import type { EpochMs } from '../domain/units.ts';
import type { Boot } from './account.ts';
import type { SharedGroup } from './live.ts';
import type { CardField } from './payments.ts';

/** The mark stands in the built page where each answer puts its own nonce, without which no script of the page runs. */
export const NONCE_MARK = 'nonce-of-this-answer';

/** Name of the policy under which a text may become the address of a script, in `client/service-worker/register.ts`. */
export const TRUSTED_TYPES_POLICY = 'pushoff';
/** Trusted Types policy of the one script of `telemetry/client/recordings/reading/file-reader.ts`. */
export const READER_POLICY = 'pushoff-reader';
/** That of the one script of `telemetry/client/analysis/deriving/deriver.ts`. */
export const DERIVER_POLICY = 'pushoff-deriver';
/** That of the one script of `client/camera/film-reader.ts`. */
export const CAMERA_POLICY = 'pushoff-camera';

/** The data that a public page was rendered from. It travels in the page: the first paint needs no further request. */
export type RenderedPage =
  | {
      readonly kind: 'event';
      readonly event: EventState;
      readonly view: View;
      readonly at: EpochMs;
      /** The places that racers on course are heading for, at `at`. */
      readonly places?: Readonly<Record<string, Projected>>;
      /** The address at a cache that is asked again and again, in place of a socket (SP14). */
      readonly rows?: string;
    }
  | { readonly kind: 'group'; readonly group: SharedGroup; readonly at: EpochMs };

/** The examples of /developers name the server that they are read on. */
export interface DevelopersData {
  readonly kind: 'developers';
  readonly origin: string;
}

/** The data that a page comes with. Only the checkout page is told how cards are taken. */
export type PageData = RenderedPage | DevelopersData | { readonly kind: 'checkout'; readonly cardField: CardField };

/** The JSON block of a page. */
export interface PageBlock extends Boot {
  /** The schema version under which `page` was written. */
  readonly schema: number;
  readonly page?: PageData;
}

type Entry = 'app' | 'viewer';

/** Request and answer between the server and the renderer, which the client's build makes. */
export interface RenderRequest {
  /** Path and query. */
  readonly url: string;
  readonly boot: Boot;
  readonly page: RenderedPage | DevelopersData;
  /** The script that takes the page over in the browser: the whole app, or the small one that only shows. */
  readonly entry: Entry;
}
export interface RenderedText {
  /** The markup. */
  readonly body: string;
  /** Title and description as a search engine, a browser tab or a chat shows them. */
  readonly title: string;
  readonly description: string;
}
export type RenderPage = (request: RenderRequest) => Promise<RenderedText>;
