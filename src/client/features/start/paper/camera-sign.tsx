import type { ReactNode } from 'react';
import { arePicturesOpen } from '../../../../domain/model/race-settings.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import { listStarters } from '../../../../domain/schedule/order.ts';
import { formatDate } from '../../../../domain/timing/local-time.ts';
import { daysOf, keptFor } from '../../../../protocol/retention.ts';
import { firstStart } from '../../../event/print/list-words.ts';
import { breakLongWords } from '../../../ui/print/long-words.tsx';
import { PrintPages } from '../../../ui/print/print-pages.tsx';
import { useStable } from '../../../ui/use-stable.ts';

export interface CameraSignProps {
  readonly event: EventState;
  readonly onDone: () => void;
}

/** One page to hang up at the line. It promises what the privacy page says of pictures, by the same number of days. */
export function CameraSign({ event, onDone }: CameraSignProps) {
  const day = firstStart(listStarters(event.entries));
  return (
    <PrintPages label="Sign for printing" onDone={useStable(onDone)}>
      <article className="print-sign">
        <h1>A camera times this finish</h1>
        <p className="print-event">
          <bdi>{breakLongWords(event.name)}</bdi>
        </p>
        {/* Without a start list the day of the race is not known: a sign is printed the evening before. */}
        <p>{day === null ? 'Date: ______________' : formatDate(day, event.timeZone)}</p>
        <Part title="What is kept">
          A narrow strip of the finish line and up to three pictures of each finish. No sound. The camera recognises no
          faces.
        </Part>
        <Part title="Why">To see when each racer crossed the line, and for nothing else.</Part>
        <Part title="Who sees it">
          {arePicturesOpen(event)
            ? 'The organisers of this event, those who time it for them, and everyone who has the link of the event.'
            : 'The organisers of this event and those who time it for them. Nobody else.'}
        </Part>
        <Part title="For how long">
          {daysOf(keptFor.pictures)} days at most. If the event is deleted before, the pictures go with it.
        </Part>
        <Part title="Are you in the pictures?">
          Ask the organiser to show or delete them. Give the name of the event and the time.
        </Part>
        <p>Organiser: ____________________________________</p>
      </article>
    </PrintPages>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  );
}
