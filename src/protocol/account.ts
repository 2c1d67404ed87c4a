import * as z from 'zod/mini';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH, MIN_PASSWORD_LENGTH } from './limits.ts';
import { atMost, code, emailOr, oneLine, storable, text } from './text.ts';

const required = code('email-and-password-required');

const newEmail = emailOr('email-and-password-required');
const newPassword = z
  .string(required)
  .check(
    z.minLength(1, required),
    z.minLength(MIN_PASSWORD_LENGTH, code('password-too-short')),
    atMost(MAX_PASSWORD_LENGTH, 'password-too-long'),
    storable,
  );
const token = z.string().check(z.minLength(1), atMost(2000, 'invalid-argument'), storable);
const givenPassword = z
  .string(required)
  .check(z.minLength(1, required), atMost(MAX_PASSWORD_LENGTH, 'wrong-credentials'), storable);

const username = text(MAX_USERNAME_LENGTH, 'username-too-long').check(oneLine);

export const signUpRequest = z.object({
  username,
  email: newEmail,
  password: newPassword,
});
export type SignUpRequest = z.infer<typeof signUpRequest>;
export interface SignUpAnswer {
  readonly created: true;
  readonly accepted: boolean;
  /** Whether the account got the welcome gift; each mailbox gets one only once. */
  readonly granted: boolean;
}

export const loginRequest = z.object({
  email: z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      atMost(MAX_EMAIL_LENGTH, 'wrong-credentials'),
      z.toLowerCase(),
      storable,
    ),
  password: givenPassword,
});
export type LoginRequest = z.infer<typeof loginRequest>;

export const passwordResetRequest = z.object({ email: newEmail });
export const passwordResetConfirmation = z.object({ token, password: newPassword });
/** `password` proves the account where the caller is not signed in to it. */
export const emailVerification = z.object({ token, password: z.optional(givenPassword) });
export const accountDisowning = z.object({ token });
/** Whether the reader of an invitation wants more invitations. `token` comes from their mail. */
export const mailWish = z.object({ token, isWanted: z.boolean() });
export const usernameChange = z.object({ username: username.check(z.trim()) });
export const passwordChange = z.object({ currentPassword: givenPassword, newPassword });
export const accountDeletion = z.object({ password: givenPassword });

/** The person who looks at the page: every screen needs to know it first. */
export type Viewer =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'anonymous'; readonly userId: string }
  | SignedInViewer;

export interface SignedInViewer {
  readonly kind: 'user';
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly username: string;
  readonly name: string;
  readonly credits: number;
  /** The operator of this installation. */
  readonly isOperator?: true;
}

/** Boot data travels in the page's JSON block: without it the first paint would be the one of a stranger. */
export interface Boot {
  readonly viewer: Viewer;
  readonly site: Site;
}

export interface Site {
  readonly supportEmail: string;
  readonly contactEmail: string;
  /** The map's source of ground pictures; without it maps are drawn on plain paper. */
  readonly tiles?: TileSource | undefined;
}

export interface TileSource {
  /** An address that contains {z}, {x} and {y}. */
  readonly url: string;
  /** The name that the map must credit for the tiles. */
  readonly attribution: string;
}
