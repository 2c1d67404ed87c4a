import { accessCases } from './access-cases.ts';
import { accountCases } from './account-cases.ts';
import type { AttackCase } from './case.ts';
import { costCases } from './cost/cost-cases.ts';
import { limitCases } from './cost/limit-cases.ts';
import { largeCases } from './large-cases.ts';
import { memoryCases } from './memory-cases.ts';
import { moneyCases } from './money-cases.ts';
import { neighbourCases } from './neighbour-cases.ts';
import { oddIdCases } from './odd-id-cases.ts';
import { privacyCases } from './privacy-cases.ts';
import { processorCases } from './processor-cases.ts';
import { runCases } from './run-cases.ts';
import { screenCases } from './screen-cases.ts';
import { shareCases } from './share-cases.ts';
import { untriedCases } from './untried-cases.ts';

/** Every case, in the order of the table. */
export const allCases: readonly AttackCase[] = [
  ...processorCases,
  ...accessCases,
  ...runCases,
  ...accountCases,
  ...memoryCases,
  ...moneyCases,
  ...largeCases,
  ...privacyCases,
  ...untriedCases,
  ...costCases,
  ...limitCases,
  ...shareCases,
  ...neighbourCases,
  ...oddIdCases,
  ...screenCases,
].toSorted((one, other) => Number.parseInt(one.id, 10) - Number.parseInt(other.id, 10));
