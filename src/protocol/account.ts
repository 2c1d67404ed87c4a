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

export const signUpRequest = z.object({
  username: text(MAX_USERNAME_LENGTH, 'username-too-long').check(oneLine),
  email: newEmail,
  password: newPassword,
});
export type SignUpRequest = z.infer<typeof signUpRequest>;
export interface SignUpAnswer {
  readonly created: true;
  readonly accepted: boolean;
  /** Whether the account got the welcome gift, which a mailbox gets once. */
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
/** The password is for whoever is not signed in to the account. */
export const emailVerification = z.object({ token, password: z.optional(givenPassword) });
export const accountDisowning = z.object({ token });
/** Whether the reader of an invitation wants more of them. The token is the one in their mail. */
export const mailWish = z.object({ token, isWanted: z.boolean() });
export const passwordChange = z.object({ currentPassword: givenPassword, newPassword });
export const accountDeletion = z.object({ password: givenPassword });

/** Who is looking at the page: the first thing that every screen needs to know. */
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
  /** Whoever runs this installation. */
  readonly isOperator?: true;
}

/** Travels in the page's JSON block, so that the first paint is already the right one. */
export interface Boot {
  readonly viewer: Viewer;
  readonly site: Site;
}

export interface Site {
  readonly supportEmail: string;
  readonly contactEmail: string;
  /** Where the maps get pictures of the ground; without it they are drawn on plain paper. */
  readonly tiles?: TileSource | undefined;
}

export interface TileSource {
  /** An address with {z}, {x} and {y} in it. */
  readonly url: string;
  /** Whom to name for them. */
  readonly attribution: string;
}
