import type { EventState } from '../model/state.ts';
import { isHiddenAddress } from '../access/hide-address.ts';
import type { Sight, View } from './views.ts';

/**
 * The sights in which a reader is given this state. Changes in another sight do not fit it: the removal of 'a…' leaves
 * 'ada@example.org' in the list of admins for good.
 */
export function sightsOf({ event, view }: { readonly event: EventState; readonly view: View }): readonly Sight[] {
  if (view === 'viewer') return ['viewer'];
  const areHidden = event.admins.flatMap((admin) => (admin.kind === 'email' ? [isHiddenAddress(admin.email)] : []));
  return [
    ...(areHidden.includes(true) ? [] : ['admin' as const]),
    ...(areHidden.includes(false) ? [] : ['guest' as const]),
  ];
}
