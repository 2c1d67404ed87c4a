import { Choices } from '../../ui/choices.tsx';

export interface CategoryFilterProps {
  readonly categories: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (category: string | null) => void;
}

/** Blank: the name that no category can have. */
const ALL = '';

/** Which category the ranking below shows. */
export function CategoryFilter({ categories, chosen, onChoose }: CategoryFilterProps) {
  return (
    <Choices
      label="Category"
      layout="line"
      chosen={chosen ?? ALL}
      options={[{ id: ALL, label: 'All' }, ...categories.map((name) => ({ id: name, label: name }))]}
      onChoose={(id) => onChoose(id === ALL ? null : id)}
    />
  );
}
