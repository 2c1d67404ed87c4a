import { lazy, type ReactNode } from 'react';
import type { View } from '../../../domain/access/views.ts';
import type { EventState } from '../../../domain/events/state.ts';
import type { Projected } from '../../../domain/results/projected.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { EventScreen } from './event-screen.tsx';

/** Nobody who opens a race needs it. */
const ChooseEvent = lazy(() => import('./choose-event.tsx').then((module) => ({ default: module.ChooseEvent })));

export interface TimerPageProps {
  /** The event in the address. */
  readonly eventId: string | null;
  /** `joining`: an admin link is being turned into rights, and nothing can be tapped yet. */
  readonly guestAccess: 'none' | 'joining' | 'viewer' | 'failed';
  /** The event as the server has rendered it, shown until sync knows it. */
  readonly initial?: {
    readonly event: EventState;
    readonly view: View;
    readonly at?: EpochMs;
    readonly places?: Readonly<Record<string, Projected>>;
  } | null;
  /** The state of sending, for a screen that hides the app's own header. */
  readonly status?: ReactNode;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
}

export function TimerPage({ eventId, ...rest }: TimerPageProps) {
  if (eventId === null) return <ChooseEvent onOpenEvent={rest.onOpenEvent} />;
  return <EventScreen key={eventId} eventId={eventId} {...rest} />;
}
