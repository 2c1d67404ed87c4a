import { useEffect } from 'react';
import { findView, type TimerViewProps } from './timer-views.ts';

/** The view in the address. One that does not exist, or that is not for this reader, leads back to the board. */
export function ShownView({ id, open, onClose }: TimerViewProps & { readonly id: string }) {
  const View = findView(id, open)?.Part;
  useEffect(() => {
    if (View === undefined) onClose();
  }, [View, onClose]);
  return View && <View open={open} onClose={onClose} />;
}
