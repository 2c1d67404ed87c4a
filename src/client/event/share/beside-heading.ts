import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Rendered outside the heading that the menu stands in: the dialog would inherit its font. */
export function besideHeading(dialog: ReactNode): ReactNode {
  return createPortal(dialog, document.body);
}
