import type { ReactNode } from 'react';
import { findView } from './timer-views.ts';
import type { TimerViewProps } from '../../event/view-list.ts';

export interface ShownViewProps extends TimerViewProps {
  /** In the address. */
  readonly id: string;
  /** Shown for a view that does not exist, or that this reader may not open. */
  readonly board: ReactNode;
}

/** The list of the views is loaded with the first of them: the board needs none. */
export function ShownView({ id, board, ...props }: ShownViewProps) {
  const View = findView(id, props.open)?.Part;
  return View === undefined ? board : <View {...props} />;
}
