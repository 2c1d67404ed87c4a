import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EVENT_COST, RACER_COST, WELCOME_CREDITS } from '../../../domain/credits/prices.ts';

export const FAQ: readonly { readonly question: string; readonly answer: ReactNode }[] = [
  {
    question: 'What do credits pay for?',
    answer: `Creating an event costs ${EVENT_COST} credits and creating a racer ${RACER_COST}. Putting a racer into an event, timing, sharing and watching cost nothing. Every new email address begins with ${WELCOME_CREDITS} credits.`,
  },
  {
    question: 'How do I get more credits?',
    answer: (
      <>
        You’ll find three packages on the{' '}
        <Link to="/buy-credits" className="link text-ink">
          Buy Credits
        </Link>{' '}
        page. You pay once per package, by card, with no subscription. The credits arrive as soon as the payment goes
        through, even if you close the page before that, and the receipt comes by email. Every credit that came or went
        is in the{' '}
        <Link to="/account#credits" className="link text-ink">
          credit history
        </Link>
        .
      </>
    ),
  },
  {
    question: 'What if there’s no signal at the course?',
    answer:
      'Time as usual. Events, racers, Start and Finish all work without a network. The phone saves every tap first and sends it when the connection returns. Open the event once before you lose signal. The top of the page counts what it still has to send.',
  },
  {
    question: 'Which files can the analysis open?',
    answer:
      'GPX, FIT and CSV of watches, bike computers and lap timers; video of any camera; and the GPS inside the video of select GoPro models. Your device reads them itself.',
  },
  {
    question: 'How do helpers and spectators join?',
    answer:
      'Open the event, press Invite Admin and choose where they’ll stand. Anyone who scans the code or opens the link gets that post, and can press Start and Finish without an account. Spectators get the viewer link from Share, beside the leaderboard. They see the race and can change nothing. An event shared to your public group is on your public page as well.',
  },
  {
    question: 'I was invited by email, and the event isn’t under Your Events. Why?',
    answer:
      'Because you haven’t confirmed your address yet, or you have an account with another address. An invitation goes to an address. Once you’ve confirmed that this address is yours, you’ll see its events. Press Send the email under Confirm your email, and open the link in it. The link in the invitation itself works at once, without an account.',
  },
  {
    question: 'I pressed the wrong button. Is the time lost?',
    answer:
      'No. After every start, finish, removal and deletion there’s an Undo for ten seconds, and the history of the event takes back any step later. A time corrected by hand keeps the first reading beside it. You can restore a deleted event for 30 days.',
  },
  {
    question: 'We time children. Who sees their names?',
    answer:
      'Anyone who has a link to the event, and everyone if you share it to your public group. You can show initials to everyone but the admins, and we ask search engines to stay away unless you allow them. A bib number will do as a name.',
  },
  {
    question: 'How do I get the results into a spreadsheet?',
    answer:
      'Export results in the menu of the event saves a CSV file with racer, start time, finish time and duration, in the local time of the event. A second, detailed file adds ranks, groups, corrections and how sure each time is.',
  },
  {
    question: 'Can I bring a list of racers?',
    answer:
      'Yes. Press Add many under Manage Racers and paste names, one per line, or columns from a spreadsheet or a CSV file, such as names, club and category. You see the price before you pay. You pay for a racer once, who then races in as many events as you like.',
  },
  {
    question: 'I use several devices. Do I need several accounts?',
    answer:
      'No. Log in with the same email on every phone and laptop. Changing your password signs out all the others, which helps when you lose a phone.',
  },
  {
    question: 'Why should I confirm my email?',
    answer:
      'A reset link for a forgotten password goes to that address, so it has to be right. You can time races without confirming it. Confirm it before you invite helpers by email, look for events that someone invited you to, or hand an event over.',
  },
  {
    question: 'Can I take my data with me, or delete it?',
    answer: (
      <>
        Both, at any time, without asking anyone. Your{' '}
        <Link to="/account" className="link text-ink">
          Account
        </Link>{' '}
        page has a download of everything we hold about you, and a button that deletes your account.
      </>
    ),
  },
];
