import { EventScreen, type TimerPageProps } from './event-screen.tsx';
import { EventSkeleton } from '../../event/event-skeleton.tsx';
import { latePart } from '../../event/late-part.tsx';

/** An organiser who opens a race has no use for it. */
const chooseEvent = latePart(() =>
  import('../../features/timer/choose-event.tsx').then((module) => module.ChooseEvent),
);

export function TimerPage({ eventId, ...rest }: TimerPageProps) {
  if (eventId === null)
    return <chooseEvent.Part onOpenEvent={rest.onOpenEvent} onClose={rest.onLeave} waiting={<EventSkeleton />} />;
  return <EventScreen key={eventId} eventId={eventId} {...rest} />;
}
