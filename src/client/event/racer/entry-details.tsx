import { type FormEvent, useState } from 'react';
import type { Entry } from '../../../domain/model/state.ts';
import { areSameDetails, describeDetails, type Details, tidyDetails } from '../../../domain/racers/details.ts';
import { checkBorn, readDetails, type TypedDetails, typedDetails } from '../../../domain/racers/read-details.ts';
import { categoryOf } from '../../../domain/results/categories.ts';
import { errors } from '../../../protocol/errors.ts';
import { MAX_NAME_LENGTH } from '../../../protocol/limits.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { DetailsFields } from '../../ui/details-fields.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { OpenEvent } from '../event-context.ts';
import { recordWithUndo } from '../record.ts';

/** A racer's details in this event in one line, and the way to change them. */
export function EntryDetails({ open, entry }: { readonly open: OpenEvent; readonly entry: Entry }) {
  const [isOpen, setIsOpen] = useState(false);
  const { event } = open;
  const { racerId, name } = entry;
  const details = entry.details ?? {};
  const category = categoryOf(event, entry);
  const known = [category, describeDetails(details)].filter(Boolean).join(' · ');

  const step = (next: Details) => ({ type: 'details.set', given: [{ racerId, details: next }] }) as const;
  const renamed = (next: string) => ({ type: 'entry.rename', racerId, name: next }) as const;
  function save(nextName: string, next: Details): void {
    const isRenamed = nextName !== name;
    // A name alone leaves the details as another device may set them meanwhile.
    const isDescribed = !areSameDetails(tidyDetails(next), details);
    recordWithUndo(
      open,
      isRenamed ? `${name} renamed to ${nextName}` : `Details of ${name} changed`,
      [...(isRenamed ? [renamed(nextName)] : []), ...(isDescribed ? [step(next)] : [])],
      [...(isRenamed ? [renamed(name)] : []), ...(isDescribed ? [step(details)] : [])],
    );
    setIsOpen(false);
  }

  if (isOpen) return <DetailsForm open={open} entry={entry} onSave={save} onCancel={() => setIsOpen(false)} />;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {known !== '' && (
        <p className="digits min-w-0 flex-1 text-ink-2">
          <bdi>{known}</bdi>
        </p>
      )}
      <Button className="px-4!" onClick={() => setIsOpen(true)}>
        Name, year, club, category
      </Button>
    </div>
  );
}

interface DetailsFormProps {
  readonly open: OpenEvent;
  readonly entry: Entry;
  readonly onSave: (name: string, details: Details) => void;
  readonly onCancel: () => void;
}

/** The form opens at the end of a long sheet. */
const bringIntoView = (form: HTMLFormElement | null): void => form?.scrollIntoView({ block: 'start' });

/** Blank: the name that no category can have. */
const BY_RULES = '';

const differing = (next: TypedDetails, from: TypedDetails): Partial<TypedDetails> =>
  Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== from[name as keyof TypedDetails]));

function DetailsForm({ open: { event, sync }, entry, onSave, onCancel }: DetailsFormProps) {
  const details = entry.details ?? {};
  // Only typed fields are kept here. The others follow the event: another device may change them meanwhile, and saving must
  // not put them back.
  const [changed, setChanged] = useState<Partial<TypedDetails>>({});
  const [typedName, setTypedName] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const current = typedDetails(details);
  const typed = { ...current, ...changed };
  const chosen = picked ?? details.category ?? BY_RULES;
  const [now] = useState(() => sync.clock.now());
  const names = new Set(event.format.categories.map(({ name }) => name));
  if (details.category !== undefined) names.add(details.category);
  const name = typedName ?? entry.name;
  const isBlank = name.trim() === '';
  const isWrong = isBlank || checkBorn(typed.born, now) !== null;

  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    if (isWrong) return;
    onSave(name, readDetails(typed, chosen === BY_RULES ? {} : { category: chosen }));
  }

  return (
    <form
      ref={bringIntoView}
      noValidate
      onSubmit={submit}
      className="flex scroll-mt-20 flex-col gap-4 rounded-card border border-line p-4"
    >
      <Field
        label="Name"
        value={name}
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        autoComplete="off"
        error={isBlank && errors['racer-name-blank'].text}
        onChange={({ currentTarget }) => setTypedName(currentTarget.value)}
      />
      <DetailsFields typed={typed} now={now} onChange={(next) => setChanged(differing(next, current))} />
      {names.size > 0 && (
        <SelectField
          label="Category"
          value={chosen}
          options={[
            { value: BY_RULES, label: 'By the rules of this event' },
            ...[...names].map((name) => ({ value: name, label: name })),
          ]}
          onChange={setPicked}
        />
      )}
      <p className="text-14 text-ink-2">
        For this event alone. Viewers see only what the owner shows under Set up, Categories.
      </p>
      <ActionBar>
        <Button type="submit" variant="primary" disabled={isWrong}>
          Save details
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </ActionBar>
    </form>
  );
}
