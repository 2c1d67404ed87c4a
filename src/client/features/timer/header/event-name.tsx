import { useRef, useState } from 'react';
import { PencilIcon } from '../../../ui/icons.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { latePart } from '../../../event/late-part.tsx';

export const renameField = latePart(() => import('./rename-field.tsx').then((module) => module.RenameField));

// On a phone two lines of the bar, of which the name takes what it needs, three smaller ones where it is narrow; elsewhere one.
const HEADING =
  'heading line-clamp-2 text-16 leading-5 [overflow-wrap:anywhere] @max-[20rem]:line-clamp-3 @max-[20rem]:text-13 @max-[20rem]:leading-[1.15] roomy:line-clamp-1 roomy:text-20 roomy:leading-8 roomy:xl:line-clamp-2 roomy:xl:leading-6';

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
        <renameField.Part
          open={open}
          name={name}
          onClose={() => {
            wasEditing.current = true;
            setIsEditing(false);
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
        className="group flex min-h-11 max-w-full items-center gap-2 rounded-bib text-start roomy:px-2"
      >
        <span dir="auto" className={HEADING}>
          {name}
        </span>
        <PencilIcon className="size-5 text-ink-2 opacity-60 group-hover:opacity-100 cramped:hidden" />
      </button>
    </h1>
  );
}
