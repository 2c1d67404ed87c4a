/**
 * Raised when anything is added to what is stored or sent. 1 is Beta 0.23 and everything before it.
 */
export const SCHEMA_VERSION = 2;
