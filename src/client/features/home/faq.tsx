import { Link } from 'react-router';
import { EVENT_COST, RACER_COST, WELCOME_CREDITS } from '../../../domain/credits/prices.ts';

export const FAQ = [
  {
    question: 'What do credits pay for?',
    answer: `Creating an event costs ${EVENT_COST} credits and creating a racer ${RACER_COST}. Putting a racer into an event, timing, sharing and watching cost nothing. Every account begins with ${WELCOME_CREDITS} credits.`,
  },
  {
    question: 'How do I get more credits?',
    answer: (
      <>
        Three packages are on the{' '}
        <Link to="/buy-credits" className="link text-ink">
          Buy Credits
        </Link>{' '}
        page. You pay once per package; there is no subscription.
      </>
    ),
  },
  {
    question: 'Why should I confirm my email?',
    answer:
      'A reset link for a forgotten password goes to that address, so it has to be right. You can use Pushoff without confirming it.',
  },
  {
    question: 'I use several devices. Do I need several accounts?',
    answer:
      'No. Log in with the same email on every phone and laptop. Changing your password signs out all the others, which helps when a phone is lost.',
  },
  {
    question: 'Can I take my data with me, or delete it?',
    answer: (
      <>
        Both, at any time, without asking anyone: your{' '}
        <Link to="/account" className="link text-ink">
          Account
        </Link>{' '}
        page has a download of everything we hold about you, and a button that deletes your account.
      </>
    ),
  },
];
