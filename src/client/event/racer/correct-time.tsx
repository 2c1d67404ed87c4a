import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatExactTime, parseTimeOfDay, type TimeProblem } from '../../../domain/timing/parse-time.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

const problems: Readonly<Record<TimeProblem, string>> = {
  'not-a-time': 'Type it as HH:MM:SS, for example 18:31:07 or 18:31:07.250.',
  skipped: 'That time doesn’t exist. The clocks went forward over it.',
};

export interface CorrectTimeProps {
  /** For example 'Start time'. */
  readonly label: string;
  readonly timeZone: string;
  /** The present time, which also gives the day. */
  readonly from: EpochMs;
  readonly onCorrect: (to: EpochMs) => void;
  readonly onCancel: () => void;
}

export function CorrectTime({ label, timeZone, from, onCorrect, onCancel }: CorrectTimeProps) {
  const [text, setText] = useState(() => formatExactTime(from, timeZone));
  const [problem, setProblem] = useState<TimeProblem | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const parsed = parseTimeOfDay(text, timeZone, from);
    if (parsed.ok) onCorrect(parsed.value);
    else setProblem(parsed.error);
  }

  return (
    <form onSubmit={submit} className="mt-3 flex flex-col gap-3">
      <Field
        ref={field}
        label={label}
        hint={`HH:MM:SS.mmm, in ${timeZone}`}
        value={text}
        autoComplete="off"
        spellCheck={false}
        className="digits"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          // Escape leaves the field, not the whole dialog.
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onCancel();
        }}
        {...(problem === null ? {} : { error: problems[problem] })}
      />
      <div className="flex gap-3 max-sm:*:flex-1">
        <Button type="submit" variant="primary">
          Save time
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
