/** Calls give up after this long, on both sides. */
export const CALL_TIMEOUT_MS = 70_000;
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_USERNAME_LENGTH = 80;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
