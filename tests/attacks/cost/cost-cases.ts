import type { AttackCase } from '../case.ts';
import { measurePlain, MOST_TIMES_PLAIN, shown } from '../plain.ts';
import { commandProbes } from './command-probes.ts';
import { messageProbes } from './message-probes.ts';
import { type Cost, measureCosts } from './probe.ts';
import { routeProbes } from './route-probes.ts';
import { createCostStage } from './stage.ts';

const MOST_SHOWN = 8;

const isTooMuch = ({ dear, times }: Cost): boolean => dear === undefined && times > MOST_TIMES_PLAIN;

/** The class of the first four weaknesses: an allowed input that costs far more than a plain request. */
export const costCases: readonly AttackCase[] = [
  {
    id: '40',
    severity: 'high',
    isAlone: true,
    isShort: true,
    title: '[W3] The largest and worst input to every route, command and message',
    async run(target) {
      const plain = await measurePlain(target);
      const stage = await createCostStage(target);
      const costs: Cost[] = [];
      let tried = 0;
      for (const { probes } of [...messageProbes(stage), ...routeProbes(stage), ...commandProbes(stage)]) {
        // The first findings are enough: a server with the first weakness would take minutes for all.
        if (costs.filter(isTooMuch).length >= MOST_SHOWN) break;
        costs.push(...(await measureCosts(target, plain, probes)));
        tried += probes.length;
      }
      const dear = costs.filter(({ dear: why }) => why !== undefined);
      const tooMuch = costs.filter(isTooMuch).toSorted((one, other) => other.times - one.times);
      const named = tooMuch.slice(0, MOST_SHOWN).map(({ name, times }) => `${name} ${shown(times)} ×`);
      const figure = `${tried} inputs, ${dear.length} dear by nature, ${tooMuch.length} above ${MOST_TIMES_PLAIN} × a plain page`;
      return { isOpen: tooMuch.length > 0, figure: [figure, ...named].join('; ') };
    },
  },
];
