import { type FigureName, figureNames, type OperatorFigures, type Sample } from '../../protocol/operator.ts';

/** Samples of the last while, the oldest overwritten by the newest. */
export interface History {
  add(at: number, sample: Sample): void;
  readAfter(after: number): Pick<OperatorFigures, 'at' | 'series'>;
}

export function createHistory(most: number): History {
  const kept: { readonly at: number; readonly sample: Sample }[] = [];
  let next = 0;
  return {
    add(at, sample) {
      kept[next] = { at, sample };
      next = (next + 1) % most;
    },
    readAfter(after) {
      const ordered = [...kept.slice(next), ...kept.slice(0, next)].filter(({ at }) => at > after);
      const column = (name: FigureName) => ordered.map(({ sample }) => rounded(sample[name]));
      const series = Object.fromEntries(figureNames.map((name) => [name, column(name)] as const));
      return { at: ordered.map(({ at }) => at), series: series as Record<FigureName, (number | null)[]> };
    },
  };
}

/** Three digits are enough for a figure that is drawn, and an hour of all figures is sent in a quarter of the bytes. */
function rounded(value: number | null): number | null {
  return value === null ? null : value >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}
