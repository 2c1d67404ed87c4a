import { useState } from 'react';
import type { Category } from '../../../../domain/model/race-format.ts';
import { addCategories, categoriesFromAges, categoriesFromGroups } from '../../../../domain/results/make-categories.ts';
import { MAX_CATEGORIES } from '../../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { ViewPage } from '../../../event/view-page.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { CategoryList } from './category-list.tsx';
import { ShownToViewers } from './shown-to-viewers.tsx';
import { WithoutCategory } from './without-category.tsx';
import { setFormat } from '../../../event/record.ts';
import { Section } from '../../../ui/section.tsx';

/** For the owner: the categories, who is in none, and what viewers see. */
export function CategoriesView({ open, onClose }: TimerViewProps) {
  const { event } = open;
  const { categories, shows } = event.format;
  /** The category that is edited; null: a new one. */
  const [edited, setEdited] = useState<Category | null | undefined>(undefined);
  const fromGroups = categoriesFromGroups(event);

  const setAll = (next: readonly Category[], said: string) =>
    setFormat(open, said, { categories: next.slice(0, MAX_CATEGORIES) });

  function save(made: Category): void {
    const isNew = edited == null;
    const next = isNew ? [...categories, made] : categories.map((each) => (each.name === edited.name ? made : each));
    setAll(next, isNew ? `${made.name} added` : `${made.name} changed`);
    setEdited(undefined);
  }

  return (
    <ViewPage title="Categories" name={event.name} onClose={onClose}>
      <Section title="Categories">
        <p className="text-ink-2">
          Each category has its own ranking. A racer is in the first one that fits, or in the one that you choose in the
          racer’s own dialog.
        </p>
        <CategoryList
          event={event}
          onMove={(next) => setAll(next, 'Order changed')}
          onEdit={setEdited}
          onRemove={({ name }) =>
            setAll(
              categories.filter((each) => each.name !== name),
              `${name} removed`,
            )
          }
        />
        {categories.length >= MAX_CATEGORIES ? (
          <p className="text-ink-2">An event has {MAX_CATEGORIES} categories at most.</p>
        ) : (
          <div className="flex flex-wrap gap-2">
            {fromGroups.length > 0 && (
              <Button
                className="px-4!"
                onClick={() => setAll(addCategories(categories, fromGroups), 'A category for each group')}
              >
                One for each group
              </Button>
            )}
            <Button
              className="px-4!"
              onClick={() => setAll(addCategories(categories, categoriesFromAges(false)), 'Categories by age')}
            >
              By age
            </Button>
            <Button
              className="px-4!"
              onClick={() =>
                setAll(addCategories(categories, categoriesFromAges(true)), 'Categories by age and gender')
              }
            >
              By age, men and women
            </Button>
            <Button className="px-4!" onClick={() => setEdited(null)}>
              By hand…
            </Button>
          </div>
        )}
      </Section>
      <WithoutCategory open={open} />
      <ShownToViewers shows={shows} onChange={(next) => setFormat(open, 'Changed what viewers see', { shows: next })} />
      {edited !== undefined && (
        <CategoryDialog event={event} edited={edited} onSave={save} onClose={() => setEdited(undefined)} />
      )}
    </ViewPage>
  );
}
