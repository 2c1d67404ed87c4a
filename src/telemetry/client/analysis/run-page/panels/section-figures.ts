import { useMemo } from 'react';
import type { Summary } from '../../../../domain/summary.ts';
import { useNewest } from '../../deriving/use-newest.ts';
import { useOpenRun } from '../run-context.ts';
import type { ModelSource, RunModel } from '../run-model.ts';

/** The main source comes first: a figure that it lacks is taken from the next source that has it. */
export function inOrder({ sources, main }: RunModel): readonly ModelSource[] {
  return [...sources].sort((one, other) => Number(other === main) - Number(one === main));
}

/** The figures of the section, from the worker; those of the former section until they are there, null without one. */
export function useSectionFigures(): readonly Summary[] | null {
  const { model, section, deriver } = useOpenRun();
  const wish = useMemo(() => (section === null ? null : { model, section }), [model, section]);
  const newest = useNewest(
    wish,
    deriver === null
      ? null
      : (wished) =>
          Promise.all(
            inOrder(wished.model).map(({ source, offset }) =>
              deriver.ask({
                kind: 'summarise',
                source: source.id,
                from: wished.section.from - offset,
                to: wished.section.to - offset,
              }),
            ),
          ),
  );
  return section === null ? null : (newest?.value.filter((summary) => summary !== null) ?? []);
}
