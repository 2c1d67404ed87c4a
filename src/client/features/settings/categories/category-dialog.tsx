import { type FormEvent, useId, useState } from 'react';
import type { Category } from '../../../../domain/model/race-format.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import { MAX_GROUP_LENGTH } from '../../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { OLDEST } from './category-words.ts';

export interface CategoryDialogProps {
  readonly event: EventState;
  /** Null: a new category. */
  readonly edited: Category | null;
  readonly onSave: (category: Category) => void;
  readonly onClose: () => void;
}

/** Blank: no condition. */
const ANY = '';
const genderOptions = [
  { value: ANY, label: 'Everyone' },
  { value: 'F', label: 'Women' },
  { value: 'M', label: 'Men' },
  { value: 'X', label: 'Other' },
];

export function CategoryDialog({ event, edited, onSave, onClose }: CategoryDialogProps) {
  const form = useId();
  const [name, setName] = useState(edited?.name ?? '');
  const [group, setGroup] = useState(edited?.group ?? ANY);
  const [gender, setGender] = useState<string>(edited?.gender ?? ANY);
  const [ofClass, setOfClass] = useState(edited?.class ?? '');
  const [from, setFrom] = useState(ageText(edited?.ages?.[0], 0));
  const [to, setTo] = useState(ageText(edited?.ages?.[1], OLDEST));
  const [isSent, setIsSent] = useState(false);
  const groups = new Set(Object.values(event.entries).flatMap((entry) => (entry.removed ? [] : entry.groups)));
  if (group !== ANY) groups.add(group);

  const others = event.format.categories.filter((each) => each.name !== edited?.name);
  const isTaken = others.some((each) => each.name === name.trim());
  const ages = readAges(from, to);
  const nameProblem =
    name.trim() === '' ? 'Give the category a name.' : isTaken && 'You already have a category with this name.';

  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    setIsSent(true);
    if (nameProblem !== false || ages === 'wrong') return;
    onSave({
      name: name.trim(),
      group: group === ANY ? null : group,
      gender: gender === ANY ? null : (gender as Category['gender']),
      class: ofClass.trim() === '' ? null : ofClass.trim(),
      ages,
    });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={edited === null ? 'New category' : edited.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            Save
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Name"
          value={name}
          placeholder="Juniors"
          maxLength={MAX_GROUP_LENGTH}
          dir="auto"
          autoComplete="off"
          error={isSent && nameProblem}
          onChange={(change) => setName(change.currentTarget.value)}
        />
        <div className="grid grid-cols-2 gap-4">
          <AgeField label="From age" value={from} isWrong={isSent && ages === 'wrong'} onChange={setFrom} />
          <AgeField label="To age" value={to} isWrong={isSent && ages === 'wrong'} onChange={setTo} />
        </div>
        <p className="-mt-2 text-14 text-ink-2">Age on 31 December of the race year. Leave blank for any age.</p>
        <SelectField label="For" value={gender} options={genderOptions} onChange={setGender} />
        {groups.size > 0 && (
          <SelectField
            label="Group"
            value={group}
            options={[
              { value: ANY, label: 'Any group' },
              ...[...groups].toSorted().map((value) => ({ value, label: value })),
            ]}
            onChange={setGroup}
          />
        )}
        <Field
          label="Class"
          optional
          placeholder="Elite"
          value={ofClass}
          maxLength={MAX_GROUP_LENGTH}
          dir="auto"
          autoComplete="off"
          onChange={(change) => setOfClass(change.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}

interface AgeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isWrong: boolean;
  readonly onChange: (value: string) => void;
}

function AgeField({ label, value, isWrong, onChange }: AgeFieldProps) {
  return (
    <Field
      label={label}
      inputMode="numeric"
      className="digits"
      maxLength={3}
      value={value}
      autoComplete="off"
      error={isWrong && 'Type ages from 0 to 200, the younger one first.'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const ageText = (age: number | undefined, open: number): string =>
  age === undefined || age === open ? '' : String(age);

function readAges(from: string, to: string): Category['ages'] | 'wrong' {
  if (from.trim() === '' && to.trim() === '') return null;
  const [low, high] = [from.trim() === '' ? 0 : Number(from), to.trim() === '' ? OLDEST : Number(to)];
  const isAge = (age: number) => Number.isInteger(age) && age >= 0 && age <= OLDEST;
  return isAge(low) && isAge(high) && low <= high ? [low, high] : 'wrong';
}
