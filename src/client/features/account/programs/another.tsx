import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';

interface AnotherProps {
  readonly label: string;
  /** There is none yet: the form is the next step, and needs no button before it. */
  readonly isFirst: boolean;
  readonly children: ReactNode;
}

export function Another({ label, isFirst, children }: AnotherProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (isFirst || isOpen) return children;
  return (
    <Button className="self-start" onClick={() => setIsOpen(true)}>
      <PlusIcon /> {label}
    </Button>
  );
}
