/** How many there can be of everything, which the domain reads too; below, how large one request and its parts may be. */
export * from '../domain/limits.ts';

/** Calls give up after this time, on both sides. */
export const CALL_TIMEOUT_MS = 70_000;
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_USERNAME_LENGTH = 80;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_COMMANDS_BODY_BYTES = 1024 * 1024;
export const MAX_COMMANDS = 100;
/** Length of a guest link's key. Keys made by this server have eight characters. */
export const MAX_GUEST_KEY_LENGTH = 64;
export const MAX_OBSERVATIONS = 200;
export const MAX_NAME_LENGTH = 200;
/** Length of the reason of a status, a penalty or a bonus. */
export const MAX_REASON_LENGTH = 100;
/** A penalty or a bonus of more than a day is a typing error. */
export const MAX_ADJUSTMENT_MS = 24 * 3_600_000;
/** A camera that is less sure than this tells nothing that a thumb would not. */
export const MAX_SEEN_MS = 1_000;
/** A handicap, or a standard: that of a person of 99 for 200 km is eight days. */
export const MAX_HANDICAP_MS = 10 * 24 * 3_600_000;
export const MAX_GROUP_LENGTH = 60;
/** Length of a race number. */
export const MAX_BIB_LENGTH = 16;
export const MAX_ENTRIES_PER_COMMAND = 500;
/** Racers or taps that one command names. */
export const MAX_NAMED_PER_COMMAND = 300;
/** Racers whose details one command sets: a line of details weighs as much as three race numbers. */
export const MAX_DESCRIBED_PER_COMMAND = 200;
/** Length of a course, in metres. */
export const MAX_COURSE_METERS = 10_000_000;

/** Time for which a deleted run can be restored. */
export const RUN_KEPT_MS = 30 * 24 * 3_600_000;
