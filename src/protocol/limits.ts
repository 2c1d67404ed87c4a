/** Calls give up after this long, on both sides. */
export const CALL_TIMEOUT_MS = 70_000;
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_USERNAME_LENGTH = 80;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_COMMANDS_BODY_BYTES = 1024 * 1024;
export const MAX_COMMANDS = 100;
/** Of a guest link. Ours have eight characters. */
export const MAX_GUEST_KEY_LENGTH = 64;
export const MAX_OBSERVATIONS = 200;
export const MAX_NAME_LENGTH = 200;
/** Of a status, a penalty or a bonus. */
export const MAX_REASON_LENGTH = 100;
/** A penalty or a bonus of more than a day is a slip. */
export const MAX_ADJUSTMENT_MS = 24 * 3_600_000;
export const MAX_GROUP_LENGTH = 60;
export const MAX_GROUPS = 30;
export const MAX_ENTRIES_PER_COMMAND = 500;
/** The newest ones of an account. */
export const MAX_LISTED_EVENTS = 1000;
/** The newest ones of a share group. */
export const MAX_SHARED_EVENTS = 500;
