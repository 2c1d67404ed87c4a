import type { ReactNode } from 'react';
import type { View } from '../../../domain/sights/views.ts';
import type { EventState } from '../../../domain/model/state.ts';
import type { Projected } from '../../../domain/results/projected.ts';
import type { TeamResult } from '../../../domain/model/teams.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { EventScreen } from './event-screen.tsx';
import { EventSkeleton } from '../../event/event-skeleton.tsx';
import { latePart } from '../../event/late-part.tsx';

/** An organiser who opens a race has no use for it. */
const chooseEvent = latePart(
  () => import('../../features/timer/choose-event.tsx').then((module) => module.ChooseEvent),
  EventSkeleton,
);

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
    readonly teams?: readonly TeamResult[];
  } | null;
  /** The state of sending, for a screen that hides the app's own header. */
  readonly status?: ReactNode;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
}

export function TimerPage({ eventId, ...rest }: TimerPageProps) {
  if (eventId === null) return <chooseEvent.Part onOpenEvent={rest.onOpenEvent} onClose={rest.onLeave} />;
  return <EventScreen key={eventId} eventId={eventId} {...rest} />;
}
