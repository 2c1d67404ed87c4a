import { type KeyboardEvent, useRef, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../../../../protocol/limits.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { PencilIcon } from '../../../../ui/tool-icons.tsx';
import { recordAndHear } from '../../dialogs/await-answer.ts';
import type { OpenEvent } from '../../event-context.ts';
import { EVENT_HEADING, EventHeading } from './event-header.tsx';

/** The name; an admin who may rename the event presses it and types. */
export function EventName({ open, name }: { readonly open: OpenEvent | null; readonly name: string }) {
  const [isEditing, setIsEditing] = useState(false);
  const wasEditing = useRef(false);

  if (open === null || !open.may('rename')) return <EventHeading name={name} />;
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
    <h1 className={EVENT_HEADING}>
      <button
        type="button"
        title="Rename"
        // After typing, the focus is where it was.
        ref={(button) => {
          if (wasEditing.current) button?.focus();
          wasEditing.current = false;
        }}
        onClick={() => setIsEditing(true)}
        className="group -mx-2 rounded-bib px-2 text-left"
      >
        <span dir="auto">{name}</span>
        <PencilIcon className="ml-2 inline size-5 align-baseline text-ink-2 opacity-60 group-hover:opacity-100" />
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
      className="heading -mx-2 block min-h-12 w-full max-w-2xl rounded-bib border border-line-strong bg-card px-2 text-24 sm:text-32"
    />
  );
}
