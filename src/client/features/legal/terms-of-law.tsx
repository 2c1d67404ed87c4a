import { Link } from 'react-router';
import type { Site } from '../../../protocol/account.ts';
import type { LegalSection } from './legal-page.tsx';
import { Mailbox } from './mailbox.tsx';

export const termsOfLaw = (site: Site): readonly LegalSection[] => [
  {
    id: 'ending',
    title: 'Leaving, and being asked to leave',
    body: (
      <>
        <p>
          You can delete your account at any time on the <Link to="/account">account page</Link>. That deletes
          everything it owns, events and racers included, and its remaining credits. It cannot be reversed, so download
          your data first.
        </p>
        <p>
          We may suspend or close an account that breaks these terms in a serious way or again and again. Where it is
          safe to do so we say why, and give you the chance to answer and to take your data with you. If we close an
          account that has done nothing wrong, or end the service altogether, we refund the unused credits you bought.
        </p>
      </>
    ),
  },
  {
    id: 'availability',
    title: 'Availability',
    body: (
      <p>
        We try to keep Pushoff running at all hours, and do maintenance when few people race, but we do not promise that
        it is always reachable. Taps made while the server cannot be reached are kept on the phone that made them. They
        are safe there only as long as that browser’s data is not cleared and the phone is not lost, so let it connect
        soon after the race.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    body: (
      <>
        <p>
          Pushoff is provided as it is. As far as the law allows, we do not answer for indirect losses such as a race
          that had to be repeated, a prize that went to somebody else, or lost profit, and in total for no more than
          what you paid us in the twelve months before.
        </p>
        <p>
          Nothing here limits what cannot be limited by law: harm done on purpose or by gross negligence, harm to life
          and health, and your rights as a consumer.
        </p>
        <p>
          The organiser of a race is responsible for the race: for its permits, its course, the safety of those who take
          part, and its results.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        When these terms change, the new text stands on this page with its date. If a change takes something from you,
        we write to the email address of your account at least 30 days before it applies. If you do not agree, you can
        delete your account before then, and we refund the unused credits you bought.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and disputes',
    body: (
      <>
        <p>
          Write to us first; most things can be settled by email. Otherwise the law of the place where the operator of
          this service is established applies, together with the mandatory protection that the law of your own country
          gives you, and the courts that these laws name are competent.
        </p>
        <p>If one sentence of these terms turns out to be invalid, the others remain.</p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Help with Pushoff, credits and payments: <Mailbox address={site.supportEmail} />. Everything else, these terms
        included: <Mailbox address={site.contactEmail} />.
      </p>
    ),
  },
];
