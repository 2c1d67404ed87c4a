import type { KeyKind } from '../../../../domain/model/changes.ts';
import type { ScreensOf } from '../../../../domain/events/commands.ts';
import { counted } from '../../../../domain/language.ts';
import type { EventScreen } from '../../../../protocol/screens.ts';

/** A question about screens, beside a link that is changed. */
export interface AskedScreens {
  readonly of: ScreensOf;
  readonly label: string;
  readonly isSuggested: boolean;
}

/**
 * Screens that may go with a link. Null: the server has not said which there are, and both are asked. With the admin
 * link the screens of guests go in any case.
 */
export function screensToAsk(which: KeyKind, screens: readonly EventScreen[] | null): readonly AskedScreens[] {
  const guests = screens?.filter(({ maker }) => maker?.isGuest === true).length;
  const others = screens && screens.length - guests!;
  return [
    ...(which === 'admin' || guests === 0
      ? []
      : [{ of: 'guests', label: labelOfGuests(guests), isSuggested: true } as const]),
    ...(others === 0 ? [] : [{ of: 'others', label: labelOfOthers(others), isSuggested: false } as const]),
  ];
}

function labelOfGuests(count: number | undefined): string {
  if (count === undefined) return 'Also turn off the screens that guests made';
  return `Also turn off ${counted(count, 'screen', 'screens')} that guests made`;
}

function labelOfOthers(count: number | null): string {
  if (count === null) return 'Also turn off the screens that you and invited admins made';
  return `Also turn off ${counted(count, 'screen', 'screens')} that you or invited admins made`;
}
