import type { AttackCase } from './case.ts';
import { processorCases } from './processor-cases.ts';

/** Every case, in the order of the table. */
export const allCases: readonly AttackCase[] = [...processorCases];
