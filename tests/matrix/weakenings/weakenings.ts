import { capabilityWeakenings } from './capabilities.ts';
import { domainWeakenings, leaks } from './domain-checks.ts';
import { programWeakenings } from './program-checks.ts';
import { runWeakenings } from './run-checks.ts';
import { serverWeakenings } from './server-checks.ts';
import type { Weakening } from './weakening.ts';

/** Every check of the product that refuses access or withholds data. */
export const weakenings: readonly Weakening[] = [
  ...capabilityWeakenings,
  ...domainWeakenings,
  ...serverWeakenings,
  ...programWeakenings,
  ...runWeakenings,
  ...leaks,
];
