import { type FormEvent, useState } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import { MAX_GROUP_LENGTH } from '../../../protocol/limits.ts';
import { useViewer } from '../../session/viewer.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { OpenEvent } from '../event-context.ts';
import { listPosts, ownHelper, type Post } from './posts.ts';

export interface NameFormProps {
  /** Null while a guest is on the way in: the name can be typed already. */
  readonly open: OpenEvent | null;
  /** Post of the link that the phone was opened with. Without it, the post is asked for too. */
  readonly post?: Post;
  readonly onDone: (post: Line | null) => void;
}

const ANYWHERE = '';

/** A timekeeper says who stands where: 'Sam, finish'. */
export function NameForm({ open, post: given, onDone }: NameFormProps) {
  const viewer = useViewer();
  const known = open === null ? undefined : ownHelper(open);
  const [name, setName] = useState(known?.name ?? (viewer.kind === 'user' ? viewer.username : ''));
  const [chosen, setChosen] = useState<Line>(known?.post ?? ANYWHERE);

  async function submit(submitted: FormEvent) {
    submitted.preventDefault();
    if (name.trim() === '' || open === null) return;
    const post = given?.line ?? (chosen === ANYWHERE ? null : chosen);
    await open.sync.recordForEvent(open.eventId, { type: 'helper.name', name: name.trim(), post });
    onDone(post);
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
      {given === undefined && open !== null && (
        <SelectField
          label="Where you stand"
          value={chosen}
          onChange={setChosen}
          options={[
            { value: ANYWHERE, label: 'Anywhere' },
            ...listPosts(open.event).map((post) => ({ value: post.line, label: post.name })),
          ]}
        />
      )}
      <Button size="lg" variant="primary" type="submit" busy={open === null} disabled={name.trim() === ''}>
        {given === undefined ? 'Save' : <span className="truncate">Time at {given.name}</span>}
      </Button>
    </form>
  );
}
