import { type ChangeEvent, type FormEvent, useState } from 'react';
import { refuse, type Result } from '../../../domain/result.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import { type CallError, callErrorOf } from '../../session/api.ts';
import { useAction } from '../../session/use-action.ts';

type Values = Readonly<Record<string, string>>;

export interface FormRules<Fields extends Values, Answer> {
  readonly initial: Fields;
  /** Fields that must not be empty, in the order of the screen. */
  readonly needed: readonly (keyof Fields & string)[];
  /** The refusal of an empty needed field. */
  readonly incomplete: ErrorCode;
  readonly send: (fields: Fields) => Promise<Result<Answer, CallError>>;
  readonly onSent?: (answer: Answer, fields: Fields) => void;
  readonly onChange?: (fields: Fields) => void;
}

export interface Form<Name extends string> {
  readonly isBusy: boolean;
  readonly error: CallError | null;
  readonly form: {
    readonly noValidate: true;
    readonly className: string;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  field(name: Name): {
    readonly name: Name;
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/** State of a login form: the fields, one sending at a time, and the last refusal. */
export function useForm<Fields extends Values, Answer>(rules: FormRules<Fields, Answer>): Form<keyof Fields & string> {
  const [fields, setFields] = useState(rules.initial);
  const { isBusy, error, run } = useAction(async (typed: Fields) =>
    rules.needed.some((name) => isEmpty(name, typed[name]!))
      ? refuse(callErrorOf(rules.incomplete))
      : rules.send(typed),
  );
  return {
    isBusy,
    error,
    form: {
      noValidate: true,
      className: 'flex flex-col gap-5',
      onSubmit(event) {
        event.preventDefault();
        focusFirstEmpty(event.currentTarget, rules.needed);
        void run(fields).then((answer) => {
          if (answer !== null) rules.onSent?.(answer, fields);
        });
      },
    },
    field: (name) => ({
      name,
      value: fields[name]!,
      onChange(event) {
        const next = { ...fields, [name]: event.target.value };
        setFields(next);
        rules.onChange?.(next);
      },
    }),
  };
}

/** A password may be spaces. */
const isEmpty = (name: string, value: string): boolean => (name === 'password' ? value : value.trim()) === '';

/** The first empty field gets the focus: on a phone the message may be above the keyboard and out of sight. */
function focusFirstEmpty(form: HTMLFormElement, names: readonly string[]): void {
  for (const name of names) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && isEmpty(name, field.value)) return field.focus();
  }
}
