import { type KeyboardEvent, useRef, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../../../../protocol/limits.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { PencilIcon } from '../../../../ui/icons.tsx';
import { recordAndHear } from '../../dialogs/await-answer.ts';
import type { OpenEvent } from '../../event-context.ts';

// On a phone two lines of the bar, of which the name takes what it needs; elsewhere one.
const HEADING =
  'heading line-clamp-2 text-16 leading-5 [overflow-wrap:anywhere] md:line-clamp-1 md:text-20 md:leading-8 xl:line-clamp-2 xl:leading-6';

/** The name; an admin who may rename the event presses it and types. */
export function EventName({ open, name }: { readonly open: OpenEvent | null; readonly name: string }) {
  const [isEditing, setIsEditing] = useState(false);
  const wasEditing = useRef(false);

  if (open === null || !open.may('rename')) {
    return (
      <h1 dir="auto" className={HEADING}>
        {name}
      </h1>
    );
  }
  if (isEditing) {
    return (
      <>
        <h1 className="sr-only">{name}</h1>
        <NameField
          name={name}
          onEnd={(text) => {
            wasEditing.current = true;
            setIsEditing(false);
            const next = text?.trim() ?? '';
            if (next !== '' && next !== name) void rename(open, next);
          }}
        />
      </>
    );
  }
  return (
    <h1>
      <button
        type="button"
        title="Rename"
        // After typing, the focus is where it was.
        ref={(button) => {
          if (wasEditing.current) button?.focus();
          wasEditing.current = false;
        }}
        onClick={() => setIsEditing(true)}
        className="group flex min-h-11 max-w-full items-center gap-2 rounded-bib text-start md:px-2"
      >
        <span dir="auto" className={HEADING}>
          {name}
        </span>
        <PencilIcon className="size-5 text-ink-2 opacity-60 group-hover:opacity-100 max-md:hidden" />
      </button>
    </h1>
  );
}

async function rename({ sync, eventId }: OpenEvent, name: string): Promise<void> {
  try {
    const outcome = await recordAndHear(sync, eventId, { type: 'event.rename', name });
    if (outcome.kind !== 'refused') return void showToast('Event name updated.', { tone: 'good' });
  } catch (error) {
    console.warn('The new name could not be recorded.', error);
  }
  showToast('Failed to update event name.', { tone: 'bad' });
}

/** `onEnd` gets null when it was cancelled. */
function NameField({ name, onEnd }: { readonly name: string; readonly onEnd: (text: string | null) => void }) {
  const [text, setText] = useState(name);
  const hasEnded = useRef(false);

  // Enter removes the field, and a removed field loses the focus, which would save a second time.
  function end(result: string | null) {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onEnd(result);
  }

  function onKeyDown(event: KeyboardEvent) {
    const isDone = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (!isDone && event.key !== 'Escape') return;
    // The focus goes back to the button, which the same Enter would press.
    event.preventDefault();
    end(isDone ? text : null);
  }

  return (
    <input
      ref={(input) => {
        if (input !== null && document.activeElement !== input) input.select();
      }}
      aria-label="Event name"
      dir="auto"
      value={text}
      maxLength={MAX_NAME_LENGTH}
      enterKeyHint="done"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(text)}
      className="heading block min-h-11 w-full rounded-bib border border-line-strong bg-card px-2 text-16 md:min-w-80 md:text-20"
    />
  );
}
