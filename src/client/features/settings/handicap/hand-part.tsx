import { type FormEvent, useState } from 'react';
import type { Entry } from '../../../../domain/model/state.ts';
import { readSeconds } from '../../../../domain/handicap/read-cells.ts';
import { counted } from '../../../../domain/language.ts';
import { listStarters } from '../../../../domain/schedule/order.ts';
import { MAX_HANDICAP_MS } from '../../../../protocol/limits.ts';
import { ActionBar } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { Field } from '../../../ui/field.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { applyHandicaps } from '../../../event/apply-handicaps.ts';
import { describeHandicap } from './handicap-words.ts';

const BY_HAND = 'By hand';

/** A handicap for each racer, typed; fields begin with what the racers have. */
export function HandPart({ open }: { readonly open: OpenEvent }) {
  const { event } = open;
  const [rule, setRule] = useState<'time' | 'plus'>(event.format.handicap === 'plus' ? 'plus' : 'time');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const entries = listStarters(event.entries).map(({ racerId }) => event.entries[racerId]!);
  const textOf = (entry: Entry) => typed[entry.racerId] ?? shownOf(entry);
  const changed = entries.filter((entry) => textOf(entry) !== shownOf(entry));
  const isWrong = entries.some((entry) => readTyped(textOf(entry)) === undefined);
  const hasAny = entries.some((entry) => readTyped(textOf(entry)) != null);
  const isSame = changed.length === 0 && (event.format.handicap === rule || !hasAny);

  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    if (isWrong || isSame) return;
    const given = changed.map((entry) => {
      const ms = readTyped(textOf(entry)) ?? null;
      return { racerId: entry.racerId, handicap: ms === null ? null : { ms, source: BY_HAND } };
    });
    applyHandicaps(open, given, rule, `${counted(given.length, 'handicap', 'handicaps')} changed`);
    setTyped({});
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Choices
        label="What these times are"
        layout="wrap"
        chosen={rule}
        options={[
          { id: 'time', label: 'Taken off the time' },
          { id: 'plus', label: 'A target to stay under' },
        ]}
        onChoose={setRule}
      />
      <ul className="flex flex-col gap-3">
        {entries.map((entry) => (
          <li key={entry.racerId}>
            <Field
              label={<bdi>{entry.name}</bdi>}
              inputMode="text"
              className="digits"
              placeholder="90 or 1:30"
              value={textOf(entry)}
              maxLength={14}
              autoComplete="off"
              hint={entry.handicap != null && entry.handicap.source !== BY_HAND && <bdi>{entry.handicap.source}</bdi>}
              error={
                readTyped(textOf(entry)) === undefined &&
                'Type seconds, or minutes and seconds, such as 90 or 1:30. Leave blank for none.'
              }
              onChange={(change) => setTyped({ ...typed, [entry.racerId]: change.currentTarget.value })}
            />
          </li>
        ))}
      </ul>
      <ActionBar>
        <Button type="submit" size="lg" variant="primary" disabled={isWrong || isSame}>
          Apply and rank by it
        </Button>
      </ActionBar>
    </form>
  );
}

const shownOf = ({ handicap }: Entry): string => (handicap == null ? '' : describeHandicap(handicap.ms));

/** Below zero too: a racer may be held back. Undefined for a text that is no time. */
function readTyped(text: string): number | null | undefined {
  const plain = text.trim();
  const isBelow = plain.startsWith('-') || plain.startsWith('−');
  const ms = readSeconds(isBelow ? plain.slice(1) : plain);
  if (ms === 'below-zero' || ms === undefined || (ms ?? 0) > MAX_HANDICAP_MS) return undefined;
  if (!isBelow) return ms;
  return ms === null ? undefined : -ms;
}
