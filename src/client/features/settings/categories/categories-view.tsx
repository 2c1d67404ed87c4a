import { useState } from 'react';
import { type Category, type RaceFormat, shownDetails } from '../../../../domain/model/race-format.ts';
import { addCategories, categoriesFromAges, categoriesFromGroups } from '../../../../domain/results/make-categories.ts';
import { MAX_CATEGORIES } from '../../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { CategoryList } from './category-list.tsx';
import { WithoutCategory } from './without-category.tsx';
import { setFormat } from '../../../event/record.ts';
import { Section } from '../../../ui/section.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';

/** For the owner: the categories, who is in none, and what viewers see. */
export function CategoriesView({ open }: TimerViewProps) {
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
    <>
      <Section title="Categories">
        <p className="text-ink-2">
          Each category has its own results. Racers go into the first category that fits, unless you pick one for them.
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
    </>
  );
}

type Shown = RaceFormat['shows'];

const words: Readonly<Record<Shown[number], { readonly label: string; readonly hint: string }>> = {
  category: {
    label: 'Category',
    hint: 'Viewers see each racer’s category and can filter by it. A category by age tells roughly how old someone is.',
  },
  class: { label: 'Class', hint: 'For example Elite or tandem.' },
  club: { label: 'Club', hint: 'The name of each racer’s club.' },
  team: { label: 'Team', hint: 'The name of each racer’s team.' },
  bests: {
    label: 'Personal bests',
    hint: 'Viewers see when a time is a racer’s best on this course, and by how much. Followers are told, too.',
  },
};

function ShownToViewers({ shows, onChange }: { readonly shows: Shown; readonly onChange: (shows: Shown) => void }) {
  return (
    <Section title="What viewers see" className="">
      <p className="mt-1 text-ink-2">
        Nothing of this is public until you switch it on. Viewers never see years of birth and gender.
      </p>
      <div className="mt-2 divide-y divide-line">
        {shownDetails.map((name) => (
          <SwitchRow
            key={name}
            label={words[name].label}
            hint={words[name].hint}
            isOn={shows.includes(name)}
            onChange={(isOn) => onChange(isOn ? [...shows, name] : shows.filter((each) => each !== name))}
          />
        ))}
      </div>
    </Section>
  );
}
