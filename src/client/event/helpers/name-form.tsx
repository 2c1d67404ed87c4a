import { type FormEvent, useState } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import { MAX_GROUP_LENGTH } from '../../../protocol/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { OpenEvent } from '../event-context.ts';

export interface NameFormProps {
  readonly open: OpenEvent;
  readonly onDone: () => void;
}

const ANYWHERE = '';

/** A timekeeper says who stands where: 'Sam, finish'. */
export function NameForm({ open, onDone }: NameFormProps) {
  const { event, eventId, sync, shown } = open;
  const known = event.helpers.find(({ userId }) => userId === shown.actor.userId);
  const [name, setName] = useState(known?.name ?? '');
  const [post, setPost] = useState<Line>(known?.post ?? ANYWHERE);

  async function submit(submitted: FormEvent) {
    submitted.preventDefault();
    if (name.trim() === '') return;
    await sync.recordForEvent(eventId, {
      type: 'helper.name',
      name: name.trim(),
      post: post === ANYWHERE ? null : post,
    });
    onDone();
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={(submitted) => void submit(submitted)}>
      <Field
        label="Your name"
        hint="Shown to the other timekeepers beside your taps."
        autoComplete="given-name"
        data-autofocus
        maxLength={MAX_GROUP_LENGTH}
        value={name}
        onChange={(change) => setName(change.currentTarget.value)}
      />
      <SelectField
        label="Where you stand"
        value={post}
        onChange={setPost}
        options={[
          { value: ANYWHERE, label: 'Anywhere' },
          { value: 'start', label: 'Start' },
          ...event.race.points.map((point) => ({ value: point.line, label: point.name })),
          { value: 'finish', label: 'Finish' },
        ]}
      />
      <Button size="lg" variant="primary" type="submit" disabled={name.trim() === ''}>
        Save
      </Button>
    </form>
  );
}
