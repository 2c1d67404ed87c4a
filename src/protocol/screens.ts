import * as z from 'zod/mini';
import { id } from './commands.ts';
import { type ScreenKind, screenKinds } from './screen-address.ts';
import { code, oneLine, text } from './text.ts';

export const MAX_SCREEN_NAME_LENGTH = 60;

/** A screen of an event: whoever has its key sees what viewers see, until it is withdrawn. */
export interface EventScreen {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly createdAt: number;
  /** The key of an announcer's screen reads personal bests too. Null: made before kinds were stored. */
  readonly kind: ScreenKind | null;
  /** Null: made before makers were stored. */
  readonly maker: ScreenMaker | null;
}

export interface ScreenMaker {
  readonly isYou: boolean;
  /** Came by the admin link. */
  readonly isGuest: boolean;
  /** Null for a guest without an account. */
  readonly name: string | null;
}

/** The screens of an event, the oldest first. Guests get those that they made. */
export interface EventScreens {
  readonly screens: readonly EventScreen[];
}

/** The id comes from the device: a request that is sent twice makes one screen. */
export const newScreen = z.object({
  id,
  name: text(MAX_SCREEN_NAME_LENGTH).check(oneLine, z.trim(), z.minLength(1, code('screen-name-blank'))),
  kind: z.exactOptional(z.enum(screenKinds)),
});
