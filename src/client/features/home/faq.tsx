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
        Three packages are on the{' '}
        <Link to="/buy-credits" className="link text-ink">
          Buy Credits
        </Link>{' '}
        page. You pay once per package, by card; there’s no subscription. The credits arrive as soon as the payment is
        confirmed, also when you close the page before that, and the receipt comes by email. Every credit that came or
        went is in the{' '}
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
      'Time as usual. Events, racers, Start and Finish all work without a network: every tap is written to the phone first and sent when the connection returns. Open the event once before you lose reception. What still has to be sent is counted at the top of the page.',
  },
  {
    question: 'Which files can the analysis open?',
    answer:
      'GPX, FIT and CSV of watches, bike computers and lap timers; video of any camera; and the GPS inside the video of select GoPro models. They’re read on your device.',
  },
  {
    question: 'How do helpers and spectators join?',
    answer:
      'Open the event, press Invite Admin and choose where they will stand: anyone who scans the code or opens the link gets that post, and can press Start and Finish without an account. Spectators get the viewer link from Share, beside the leaderboard; they see the race and can change nothing. An event shared to your public group is on your public page as well.',
  },
  {
    question: 'I was invited by email, and the event isn’t under Your Events. Why?',
    answer:
      'Because your address isn’t confirmed yet, or you have an account with another address. An invitation goes to an address: once you have confirmed that this address is yours, its events are listed. Press Send the email under Confirm your email, and open the link in it. The link in the invitation itself works at once, without an account.',
  },
  {
    question: 'I pressed the wrong button. Is the time lost?',
    answer:
      'No. After every start, finish, removal and deletion there’s an Undo for ten seconds, and the history of the event takes back any step later. A time corrected by hand keeps the first reading beside it. A deleted event can be brought back for 30 days.',
  },
  {
    question: 'We time children. Who sees their names?',
    answer:
      'Those who have a link to the event, and everyone if you share it to your public group. The settings of the event can show initials to everyone but its admins, and search engines are asked to stay away unless you allow them. A bib number will do as a name.',
  },
  {
    question: 'How do I get the results into a spreadsheet?',
    answer:
      'Export results in the menu of the event saves a CSV file with racer, start time, finish time and duration, in the local time of the event. A second, detailed file adds ranks, groups, corrections and how sure each time is.',
  },
  {
    question: 'Can I bring a list of racers?',
    answer: `Yes. Press Add many under Manage Racers and paste names, one per line, or columns from a spreadsheet or a CSV file: names, club, category. You see the price before anything is charged. A racer is paid for once and rides in as many events as you like.`,
  },
  {
    question: 'I use several devices. Do I need several accounts?',
    answer:
      'No. Log in with the same email on every phone and laptop. Changing your password signs out all the others, which helps when a phone is lost.',
  },
  {
    question: 'Why should I confirm my email?',
    answer:
      'A reset link for a forgotten password goes to that address, so it has to be right. You can time races without confirming it; to invite helpers by email, to see events that you were invited to, or to hand an event over, you confirm it first.',
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
