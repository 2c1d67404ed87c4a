import { LANGUAGE } from '../../../domain/language.ts';
import { type FigureName, figureNames, type OperatorFigures, type OperatorNode } from '../../../protocol/operator.ts';

/** Time for which samples are kept: the server keeps no more either. */
const KEPT_MS = 3_600_000;

/** The samples of one node so far. */
export interface KnownNode {
  readonly node: OperatorNode;
  readonly sampleMs: number;
  readonly at: readonly number[];
  readonly series: OperatorFigures['series'];
}

/** A load balancer hands the request to any node, so every answer is kept with the node that gave it. */
export function joinFigures(known: readonly KnownNode[], answer: OperatorFigures): readonly KnownNode[] {
  const before = known.find(({ node }) => node.id === answer.node.id);
  // A node that was started again has another id under the same name.
  const others = known.filter(({ node }) => node.id !== answer.node.id && node.name !== answer.node.name);
  return [...others, before === undefined ? answer : extend(before, answer)].toSorted((one, other) =>
    one.node.name.localeCompare(other.node.name, LANGUAGE),
  );
}

function extend(before: KnownNode, { node, sampleMs, now, at, series }: OperatorFigures): KnownNode {
  const last = before.at.at(-1) ?? 0;
  // All samples may come again: when two nodes answer in turns, neither knows what the other one has sent.
  const isNew = at.map((moment) => moment > last);
  const joined = <Value>(old: readonly Value[], fresh: readonly Value[]): Value[] => [
    ...old.filter((_, index) => before.at[index]! > now - KEPT_MS),
    ...fresh.filter((_, index) => isNew[index]),
  ];
  const columns = figureNames.map((name: FigureName) => [name, joined(before.series[name], series[name])] as const);
  return {
    node,
    sampleMs,
    at: joined(before.at, at),
    series: Object.fromEntries(columns) as Record<FigureName, (number | null)[]>,
  };
}
