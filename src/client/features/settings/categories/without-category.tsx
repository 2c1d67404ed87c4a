import { useState } from 'react';
import { counted } from '../../../../domain/language.ts';
import type { Entry } from '../../../../domain/model/state.ts';
import { categoryOf } from '../../../../domain/results/categories.ts';
import { Select } from '../../../ui/select.tsx';
import { describeRacer } from '../../../../domain/racers/details.ts';
import { Button } from '../../../ui/button.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { recordWithUndo } from '../../../event/record.ts';
import { Section } from '../../../ui/section.tsx';

const MOST_SHOWN = 20;

/** Racers whom no category fits, with a way to put each into one. Nothing before there are categories. */
export function WithoutCategory({ open }: { readonly open: OpenEvent }) {
  const { event } = open;
  const [isAll, setIsAll] = useState(false);
  if (event.format.categories.length === 0) return null;
  const entries = Object.values(event.entries).filter((entry) => !entry.removed);
  const without = entries.filter((entry) => categoryOf(event, entry) === null);
  const shown = isAll ? without : without.slice(0, MOST_SHOWN);
  return (
    <Section title="Without a category">
      {without.length === 0 ? (
        <p className="text-ink-2">
          {entries.length === 0 ? 'No racers in this event yet.' : 'Every racer is in a category.'}
        </p>
      ) : (
        <ul className="rounded-card border border-line bg-card shadow-card">
          {shown.map((entry) => (
            <Row key={entry.racerId} open={open} entry={entry} />
          ))}
        </ul>
      )}
      {shown.length < without.length && (
        <Button className="self-start" onClick={() => setIsAll(true)}>
          Show all {counted(without.length, 'racer', 'racers')}
        </Button>
      )}
    </Section>
  );
}

function Row({ open, entry }: { readonly open: OpenEvent; readonly entry: Entry }) {
  const { event } = open;
  const { racerId, name, bib, groups } = entry;
  const details = entry.details ?? {};
  const about = [bib === null || bib === '' ? null : `No. ${bib}`, describeRacer(groups, details)];

  function put(category: string): void {
    const step = (next: typeof details) => ({ type: 'details.set', given: [{ racerId, details: next }] }) as const;
    recordWithUndo(open, `${name}: ${category}`, step({ ...details, category }), step(details));
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2 not-first:border-t not-first:border-line">
      <div className="min-w-0 flex-1 basis-40">
        <bdi className="block truncate font-[650]">{name}</bdi>
        <span className="digits block truncate text-14 text-ink-2">{about.filter(Boolean).join(' · ')}</span>
      </div>
      <div className="w-44">
        <Select
          aria-label={`Category of ${name}`}
          value=""
          onChange={(change) => change.currentTarget.value !== '' && put(change.currentTarget.value)}
        >
          <option value="">Choose…</option>
          {event.format.categories.map((category) => (
            <option key={category.name}>{category.name}</option>
          ))}
        </Select>
      </div>
    </li>
  );
}
