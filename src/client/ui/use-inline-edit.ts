import { type RefObject, useEffect, useRef, useState } from 'react';

export interface InlineEdit {
  readonly isEditing: boolean;
  readonly begin: () => void;
  /** `byKey`: focus goes back to where the editing began. A press elsewhere has taken the focus already. */
  readonly end: (byKey: boolean) => void;
  readonly trigger: RefObject<HTMLButtonElement | null>;
}

export function useInlineEdit(): InlineEdit {
  const [isEditing, setIsEditing] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (isEditing || !returnsFocus.current) return;
    returnsFocus.current = false;
    trigger.current?.focus();
  }, [isEditing]);
  return {
    isEditing,
    trigger,
    begin: () => setIsEditing(true),
    end(byKey) {
      returnsFocus.current = byKey;
      setIsEditing(false);
    },
  };
}
