import type { AttackCase } from './case.ts';
import { accessCases } from './access-cases.ts';
import { processorCases } from './processor-cases.ts';

/** Every case, in the order of the table. */
export const allCases: readonly AttackCase[] = [...processorCases, ...accessCases];
