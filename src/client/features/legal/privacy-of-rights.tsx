import { Link } from 'react-router';
import type { Site } from '../../../protocol/account.ts';
import { daysOf, keptFor } from '../../../protocol/retention.ts';
import type { LegalSection } from './legal-page.tsx';
import { Mailbox } from './mailbox.tsx';

export const privacyOfRights = (site: Site): readonly LegalSection[] => [
  {
    id: 'children',
    title: 'Children and young racers',
    body: (
      <>
        <p>
          An account needs a <strong>minimum age of 13</strong>. If we learn that a younger child has made one, we
          delete it.
        </p>
        <p>
          Racers may be younger, because a coach, a teacher or a parent enters them. For them we ask you to use as
          little as the race needs: <strong>initials only</strong>, a nickname or a bib number work as well as a full
          name. Share a board that shows children’s names by viewer link rather than on your public page, and make sure
          that the parents know.
        </p>
        <p>
          A parent can ask the organiser to change or remove a name. If the organiser does not answer, write to{' '}
          <Mailbox address={site.supportEmail} /> with the name of the event.
        </p>
      </>
    ),
  },
  {
    id: 'kept',
    title: 'How long it is kept',
    body: (
      <ul>
        <li>Your account: until you delete it.</li>
        <li>
          Events and runs: until you delete them, and {daysOf(keptFor.deletedEvents)} days more, during which you can
          bring them back. Then all of it goes: names, times, history, links and invitations. With your account they go
          at once.
        </li>
        <li>
          Racers: one that you delete is off your lists, and is kept until you delete your account, so that it can be
          brought back and a phone without signal may still add it.
        </li>
        <li>
          Names in results: an event keeps each name as it was on the day. Renaming or deleting a racer in your list
          later does not change it unless you ask for that.
        </li>
        <li>Sessions, and the codes in mails: until you sign out or they run out.</li>
        <li>
          Guests: until their session has run out, {daysOf(keptFor.guests)} days after they were last here, and no event
          needs them any more.
        </li>
        <li>
          The server’s answers to taps: those that were refused {daysOf(keptFor.receipts)} days, the others as long as
          the event, so that a tap that is sent again counts once.
        </li>
        <li>
          That a mail was sent to you: {daysOf(keptFor.finishedMail)} days. How often an address was invited:{' '}
          {daysOf(keptFor.invitations)} days.
        </li>
        <li>
          Followers of a race: until they stop the messages, or {daysOf(keptFor.followers)} days after the last one; an
          address that was never confirmed {daysOf(keptFor.unconfirmedFollowers)} days.
        </li>
        <li>
          Entries of the credit ledger: kept as long as the law asks for payment records. When an account is deleted,
          they no longer say whose they were.
        </li>
        <li>
          A mark of your email address, from which nobody can read the address: kept after an account is deleted, so
          that the welcome credits are given once.
        </li>
        <li>
          Technical logs and backups: only as long as they are needed for safety and repair, and then overwritten. An
          account that is deleted stays in the backups of before until they are.
        </li>
      </ul>
    ),
  },
  {
    id: 'delete',
    title: 'Download and deletion',
    body: (
      <>
        <p>
          Both stand on your <Link to="/account">account page</Link>, and neither needs a request to us.
        </p>
        <ul>
          <li>
            <strong>Download</strong> gives you everything that is stored about you as one file that a program can read:
            your account, events, racers, runs, credits and sessions, what you did in other people’s events, and what is
            shared with you. Recordings and videos are named in it and downloaded from their runs; your password’s hash
            and the keys of other people’s links are left out.
          </li>
          <li>
            <strong>Delete</strong> removes your account and everything it owns, after a warning and your password. It
            is done at once and cannot be reversed. Your name, address and device are then taken out of other people’s
            events too, which takes up to a few hours.
          </li>
        </ul>
        <p>
          Times that you recorded as a helper in somebody else’s event belong to that event and remain in it, as those
          of ‘a former helper’. A racer’s name on a board is the organiser’s entry and stays, also where it is yours.
          Phones that had such an event open forget your name when they next load it. Taps that have not been sent from
          a phone are only on that phone.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You can see, correct, download and delete your data yourself, object to a use of it, or ask us to do any of
          this for you. We answer within 30 days and may ask for a sign that it is you. If you are not content with the
          answer, you can turn to the data protection authority where you live.
        </p>
        <p>
          If a club or school has entered your name as a racer, it decides about that entry, so please ask there first.
          We help if that leads nowhere.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How it is protected',
    body: (
      <p>
        Passwords are hashed, sessions are held in cookies that scripts cannot read, each role receives only the data it
        may see, and attempts to guess are limited. A link with a key is as good as a ticket: whoever has it gets in, so
        replace it when it has gone too far. Should data of yours ever get into wrong hands, we tell you without delay.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        When this policy changes, the new text stands here with its date. If it changes what is stored or who can see
        it, we write to the email address of your account before it applies.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions about your data, and requests: <Mailbox address={site.contactEmail} />. Help with Pushoff:{' '}
        <Mailbox address={site.supportEmail} />.
      </p>
    ),
  },
];
