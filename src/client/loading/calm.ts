/**
 * Time for which a spectator's page loads only what is shown: with one bar of signal, parts that may be needed later would
 * hold up the board, and many spectators look once and leave.
 */
export const CALM_AFTER_MS = 10_000;
