import { type KeyboardEvent, useRef, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import { showToast } from '../../../ui/toast.tsx';
import { recordAndHear } from '../../../event/await-answer.ts';
import type { OpenEvent } from '../../../event/event-context.ts';

export interface RenameFieldProps {
  readonly open: OpenEvent;
  readonly name: string;
  readonly onClose: () => void;
}

/** Typed in place of the event's name. Enter and leaving the field rename the event, Escape does not. */
export function RenameField({ open, name, onClose }: RenameFieldProps) {
  const [text, setText] = useState(name);
  const hasEnded = useRef(false);

  // Enter removes the field, and a removed field loses the focus, which would save a second time.
  function end(isSaved: boolean) {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onClose();
    const next = text.trim();
    if (isSaved && next !== '' && next !== name) void rename(open, next);
  }

  function onKeyDown(event: KeyboardEvent) {
    const isDone = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (!isDone && event.key !== 'Escape') return;
    // The focus goes back to the button, which the same Enter would press.
    event.preventDefault();
    end(isDone);
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
      onBlur={() => end(true)}
      className="heading block min-h-11 w-full rounded-bib border border-line-strong bg-card px-2 text-16 roomy:min-w-80 roomy:text-20"
    />
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
