import type { Site } from '../../../protocol/account.ts';
import { daysOf, keptFor } from '../../../protocol/retention.ts';
import type { LegalSection } from './legal-page.tsx';
import { Mailbox } from './mailbox.tsx';

export const privacyOfPictures = (site: Site): LegalSection => ({
  id: 'pictures',
  title: 'Pictures from the finish line',
  body: (
    <>
      <p>
        An organiser may put a phone at the finish line that films it. The camera sees everybody who passes there,
        children and onlookers too. It records no sound, recognises no faces, and decides nothing: a timekeeper uses it
        to see when somebody crossed the line.
      </p>
      <ul>
        <li>
          <strong>What is kept.</strong> The film itself is in the phone’s memory for two minutes and is never stored.
          Of each finish that a timekeeper accepts, that phone keeps a strip of the line and up to three pictures.
        </li>
        <li>
          <strong>Where.</strong> On that phone alone, unless a timekeeper chooses to share them with the organiser.
          Then they are on our server too, as part of that event.
        </li>
        <li>
          <strong>Who sees them.</strong> The organiser and those who help to time that event. The organiser may show
          those of racers who have finished to everybody who has the link of the event, and may stop that at any time.
        </li>
        <li>
          <strong>How long.</strong> {daysOf(keptFor.pictures)} days after the finish, on the phone and on the server,
          or less: they go with the event, when the racer is taken out of the event, and with the organiser’s account.
          Backups of the server are overwritten later.
        </li>
        <li>
          <strong>If you are in them.</strong> Ask the organiser to show or delete them, which takes two taps. If the
          organiser does not answer, write to <Mailbox address={site.supportEmail} /> with the name of the event and the
          time.
        </li>
      </ul>
      <p>
        The organiser tells everybody at the line that a camera is there, for example with the sign that Pushoff prints,
        and is responsible for it.
      </p>
    </>
  ),
});
