import type { ComparedSection } from '../../../domain/history/compare.ts';
import { Choices } from '../../ui/choices.tsx';
import { nameSection } from './words.ts';

export interface PartChoiceProps {
  readonly sections: readonly Pick<ComparedSection, 'from' | 'to'>[];
  /** The place of a section; null: the whole course. */
  readonly chosen: number | null;
  readonly onChoose: (part: number | null) => void;
}

/** The whole course, or one part of it between two points. Without points there is nothing to choose. */
export function PartChoice({ sections, chosen, onChoose }: PartChoiceProps) {
  if (sections.length === 0) return null;
  return (
    <Choices
      label="Part of the course"
      layout="line"
      chosen={String(chosen ?? 'all')}
      options={[
        { id: 'all', label: 'Whole course' },
        ...sections.map((section, index) => ({ id: String(index), label: nameSection(section) })),
      ]}
      onChoose={(id) => onChoose(id === 'all' ? null : Number(id))}
    />
  );
}
