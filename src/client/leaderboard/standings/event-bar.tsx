import type { OpenEvent } from '../../event/event-context.ts';
import { EventFacts } from './event-facts.tsx';
import { RunBar } from './run-bar.tsx';

/** What an event says above its lists, and the run that is timed: loaded only where an event has one of them. */
export function EventBar({ open }: { readonly open: OpenEvent }) {
  const { event } = open;
  return (
    <>
      <EventFacts {...event} />
      {event.format.attempts.count > 1 && <RunBar open={open} />}
    </>
  );
}
