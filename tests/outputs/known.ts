/** Outputs that still disagree with the rules. */
export const KNOWN: readonly string[] = [];
