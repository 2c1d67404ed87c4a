import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { MAX_NAME_LENGTH } from '../../protocol/limits.ts';

export interface InlineRenameProps {
  readonly name: string;
  readonly label: string;
  readonly onSave: (name: string) => void;
  /** `byKey`: focus has to go back to where the renaming began. */
  readonly onClose: (byKey: boolean) => void;
}

/** Enter or leaving the field saves, Escape cancels. */
export function InlineRename({ name, label, onSave, onClose }: InlineRenameProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);

  useLayoutEffect(() => {
    isDone.current = false;
    input.current?.focus();
    input.current?.select();
  }, []);

  /** A field that is closed by a key also loses its focus. */
  function finish(saves: boolean, byKey: boolean): void {
    if (isDone.current) return;
    isDone.current = true;
    const typed = input.current?.value ?? name;
    if (saves && typed !== name) onSave(typed);
    onClose(byKey);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter also ends the choosing of a character, in scripts that are typed that way.
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    finish(event.key === 'Enter', true);
  }

  return (
    <input
      ref={input}
      defaultValue={name}
      aria-label={label}
      maxLength={MAX_NAME_LENGTH}
      dir="auto"
      autoComplete="off"
      enterKeyHint="done"
      onKeyDown={onKeyDown}
      onBlur={() => finish(true, false)}
      className="block min-h-12 w-full min-w-0 rounded-button border border-line-strong bg-card px-3 text-18 font-[650] text-ink"
    />
  );
}
