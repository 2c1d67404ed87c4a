import { Link } from 'react-router';
import type { LegalSection } from './legal-page.tsx';

export const termsOfUse = (): readonly LegalSection[] => [
  {
    id: 'who',
    title: 'Who may use Pushoff',
    body: (
      <>
        <p>
          You must be <strong>at least 13 years old</strong> to have an account. If the law where you live asks for a
          higher age or for a parent’s consent, that rule applies to you as well.
        </p>
        <p>
          If you use Pushoff for a team, a club or a school, you confirm that you may do so on its behalf, and these
          terms apply to it too.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          Give an email address that you can read; it is how you get back in when you forget your password. Keep your
          password to yourself. What is done from your account counts as done by you until you tell us otherwise.
        </p>
        <p>
          On some servers a new account waits until an administrator has accepted it. An account that breaks these terms
          can be suspended.
        </p>
      </>
    ),
  },
  {
    id: 'beta',
    title: 'A beta, and what that means',
    body: (
      <>
        <p>
          Pushoff is labelled <strong>beta</strong>. It works, and it changes: features are added, moved and sometimes
          removed. We build it so that no tap is lost and every time can be traced to the tap it came from, but no
          software, phone or network is without faults.
        </p>
        <p>
          Times are taken by people pressing a button. The accuracy depends on the person, the phone and how well its
          clock could be measured. Where a result decides a title, a selection, a record or money, have a second,
          independent timing. Do not use Pushoff where somebody’s safety depends on it.
        </p>
      </>
    ),
  },
  {
    id: 'events',
    title: 'Events, helpers and links',
    body: (
      <>
        <p>
          Whoever creates an event owns it and decides who takes part in it. An event has two links: one for helpers,
          who can start and finish racers and invite others, and one for viewers, who can only watch.
        </p>
        <ul>
          <li>Anybody who has a link can use it. Give the helper link only to people you trust with the results.</li>
          <li>You can replace a link at any time. Those who came with the old one lose their access.</li>
          <li>An event that you share to your public group can be seen by anybody who has the group’s address.</li>
          <li>
            A tap made without signal counts from the moment it was made, however late it arrives. When two readings
            disagree, both are kept and the event’s admins decide.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'racers',
    title: 'The people you time',
    body: (
      <>
        <p>
          You enter racers’ names, so you are responsible for being allowed to. Tell them, or the parents of those who
          are children, that their name and times will be on a board and who can see it. When a racer asks you to take a
          name off, do so.
        </p>
        <p>
          A full name is never needed. <strong>Initials, a nickname or a bib number</strong> are enough, and for
          children on a shared board they are the better choice. The <Link to="/privacypolicy">Privacy Policy</Link>{' '}
          says what is stored and for how long.
        </p>
      </>
    ),
  },
  {
    id: 'acceptable-use',
    title: 'Fair use',
    body: (
      <>
        <p>Please do not:</p>
        <ul>
          <li>enter names or texts that insult, threaten, or expose somebody who has not agreed to it;</li>
          <li>record times that you know to be false, or alter those of others to deceive;</li>
          <li>guess links or passwords, or try to reach accounts and events that are not yours;</li>
          <li>
            overload, copy out in bulk, or disturb the service, or make accounts in numbers to collect free credits;
          </li>
          <li>use Pushoff for anything that the law forbids.</li>
        </ul>
        <p>If you find a weakness in the service, tell us before you tell others. We will be grateful.</p>
      </>
    ),
  },
  {
    id: 'content',
    title: 'What is yours stays yours',
    body: (
      <p>
        The names, groups, events and times you record belong to you. You let us store, process and show them as far as
        it takes to run Pushoff for you and for those you share them with, and for nothing else. The software, the name
        Pushoff and its design belong to us.
      </p>
    ),
  },
];
