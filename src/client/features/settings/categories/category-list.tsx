import type { Category } from '../../../../domain/model/race-format.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import { categoryOf } from '../../../../domain/results/categories.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { ChevronIcon } from '../../../ui/tool-icons.tsx';
import { describeRule } from './category-words.ts';

export interface CategoryListProps {
  readonly event: EventState;
  readonly onMove: (categories: readonly Category[]) => void;
  readonly onEdit: (category: Category) => void;
  readonly onRemove: (category: Category) => void;
}

/** The categories in the order in which they are tried and listed. */
export function CategoryList({ event, onMove, onEdit, onRemove }: CategoryListProps) {
  const { categories } = event.format;
  const members = new Map<string, number>();
  for (const entry of Object.values(event.entries)) {
    const category = entry.removed ? null : categoryOf(event, entry);
    if (category !== null) members.set(category, (members.get(category) ?? 0) + 1);
  }

  function move(from: number, by: -1 | 1): void {
    const next = categories.toSpliced(from, 1);
    next.splice(from + by, 0, categories[from]!);
    onMove(next);
  }

  if (categories.length === 0) {
    return (
      <p className="rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-ink-2">
        No categories yet. Make them with one tap below.
      </p>
    );
  }
  return (
    <ol aria-label="Categories in their order" className="rounded-card border border-line bg-card shadow-card">
      {categories.map((category, index) => (
        <li
          key={category.name}
          className="relative flex min-h-14 items-center gap-1 ps-3.5 not-first:border-t not-first:border-line"
        >
          <button
            type="button"
            aria-label={`Change ${category.name}`}
            onClick={() => onEdit(category)}
            className="min-h-12 min-w-0 flex-1 rounded-bib text-start"
          >
            <bdi className="block truncate font-[650]">{category.name}</bdi>
            <span className="digits block truncate text-14 text-ink-2">
              {describeRule(category)} · {counted(members.get(category.name) ?? 0, 'racer', 'racers')}
            </span>
          </button>
          <IconButton
            label={`${category.name} earlier`}
            disabled={index === 0}
            className="disabled:opacity-30"
            onClick={() => move(index, -1)}
          >
            <ChevronIcon className="size-5 rotate-180" />
          </IconButton>
          <IconButton
            label={`${category.name} later`}
            disabled={index === categories.length - 1}
            className="disabled:opacity-30"
            onClick={() => move(index, 1)}
          >
            <ChevronIcon className="size-5" />
          </IconButton>
          <IconButton label={`Remove ${category.name}`} onClick={() => onRemove(category)}>
            <CloseIcon />
          </IconButton>
        </li>
      ))}
    </ol>
  );
}
