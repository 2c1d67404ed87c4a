import { checkBorn, type TypedDetails } from '../../domain/racers/read-details.ts';
import { genders } from '../../domain/racers/details.ts';
import { MAX_GROUP_LENGTH } from '../../protocol/limits.ts';
import { Field } from './field.tsx';
import { SelectField } from './select-field.tsx';

const genderWords = { '': 'Not given', F: 'Women', M: 'Men', X: 'Other' } as const;
const genderOptions = (['', ...genders] as const).map((value) => ({ value, label: genderWords[value] }));

const bornProblems = {
  'not-a-year': 'Type the year with four digits, for example 1984.',
  'too-early': 'Nobody who races today was born before 1900. Please check the year.',
  'too-late': 'This year is still to come. Please check the year of birth.',
} as const;

export interface DetailsFieldsProps {
  readonly typed: TypedDetails;
  /** The time now, in ms since 1970: nobody is born later. */
  readonly now: number;
  readonly onChange: (typed: TypedDetails) => void;
}

/** Fields for a racer's details besides the name; all of them may stay blank. */
export function DetailsFields({ typed, now, onChange }: DetailsFieldsProps) {
  const problem = checkBorn(typed.born, now);
  // A year that is still being typed is not wrong yet.
  const isShown = problem !== null && typed.born.trim().length >= 4;
  const text = (name: 'class' | 'club' | 'team', label: string, placeholder: string) => (
    <Field
      label={label}
      optional
      placeholder={placeholder}
      value={typed[name]}
      maxLength={MAX_GROUP_LENGTH}
      dir="auto"
      autoComplete="off"
      onChange={(event) => onChange({ ...typed, [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Year of birth"
        optional
        inputMode="numeric"
        placeholder="1984"
        className="digits"
        maxLength={4}
        value={typed.born}
        autoComplete="off"
        error={isShown && bornProblems[problem]}
        onChange={(event) => onChange({ ...typed, born: event.currentTarget.value })}
      />
      <SelectField
        label="Races with"
        value={typed.gender}
        options={genderOptions}
        onChange={(gender) => onChange({ ...typed, gender: gender as TypedDetails['gender'] })}
      />
      {text('class', 'Class', 'Elite, tandem')}
      {text('club', 'Club', 'Mill Lane Wheelers')}
      {text('team', 'Team', 'Mill Lane A')}
    </div>
  );
}
