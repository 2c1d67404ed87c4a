import { useSyncExternalStore } from 'react';
import type { RememberedSwitch } from './remembered-switch.ts';

export function useSwitch(choice: RememberedSwitch): boolean {
  return useSyncExternalStore(choice.subscribe, choice.getSnapshot, () => false);
}
