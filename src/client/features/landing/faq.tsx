import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EVENT_COST, RACER_COST, WELCOME_CREDITS } from '../../../domain/credits/prices.ts';
import { Accordion } from '../../ui/accordion.tsx';
import { Section } from './section.tsx';

const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'What do I need on the day?',
    answer: (
      <p>
        A phone with a current browser, and nothing to install. One is enough if start and finish are in the same place.
        If they aren’t, take one for each end. A tablet or a screen on the wall can show the board.
      </p>
    ),
  },
  {
    question: 'What if there’s no signal at the course?',
    answer: (
      <p>
        Carry on as usual. Creating an event, Start and Finish all work without a network. The phone saves every tap and
        sends it when the connection returns. Without signal the phones can’t see each other, so each board catches up
        later. Open Pushoff once before you leave the last place with signal.
      </p>
    ),
  },
  {
    question: 'Do helpers and spectators need an account?',
    answer: (
      <p>
        No. Show a QR code or send a link. The helper link lets people press Start and Finish; the viewer link only lets
        them watch. Change a link, and people with the old one are out.
      </p>
    ),
  },
  {
    question: 'Which files can the analysis open?',
    answer: (
      <p>
        GPX, FIT and CSV, as watches, bike computers and lap timers write them (TrackAddict, RaceChrono, Telemetry
        Overlay, AiM and plain tables; you name unknown columns once). Video of any camera that the browser plays, and
        the GPS inside it for GoPro HERO5 to 11 and 13, MAX and Fusion. Your own device reads everything, however large,
        and uploads a video only if you want others to see it.
      </p>
    ),
  },
  {
    question: 'What does a credit buy?',
    answer: (
      <p>
        A new racer in your list costs {RACER_COST} credits and a new event {EVENT_COST}. Putting a racer you already
        have into another event is free, and so is everything that happens during a race. Every new email address starts
        with {WELCOME_CREDITS} credits.
      </p>
    ),
  },
  {
    question: 'How do I pay?',
    answer: (
      <p>
        By card, once for each package, when you need more credits; nothing renews by itself. The card goes to the
        payment provider and never to our server. The credits are there as soon as the payment goes through, and the
        receipt comes by email. You can return a package within 14 days if you’ve used nothing of it.
      </p>
    ),
  },
  {
    question: 'What if someone taps the wrong racer?',
    answer: (
      <p>
        Undo it there and then, or correct it afterwards. Pushoff overwrites nothing. The first time stays on record
        next to the correction. If two people press for one finish, it keeps both, and you choose the one that counts.
      </p>
    ),
  },
  {
    question: 'How accurate is it?',
    answer: (
      <p>
        As accurate as the thumb on the button. The phone takes the time when the finger touches the screen, a slow
        network doesn’t change it, and each phone measures how far its clock is from the common one and shows what
        uncertainty remains. You see times to the hundredth, cut and never rounded. Equal times share a rank. It’s hand
        timing, not a photo finish.
      </p>
    ),
  },
  {
    question: 'How do I get the results out?',
    answer: (
      <p>
        As a CSV file with racer, start time, finish time and duration, which any spreadsheet opens. You can also
        download everything in your account at any time.
      </p>
    ),
  },
  {
    question: 'We time children. What happens to their data?',
    answer: (
      <p>
        A racer is a name and the groups you give it; Pushoff never asks for a date of birth, a photo or an address.
        Initials or a bib number will do as a name. People who have the link or your public page see the boards. There
        are no advertisements and no trackers. The{' '}
        <Link to="/privacypolicy" className="link">
          Privacy Policy
        </Link>{' '}
        says all of it on one page.
      </p>
    ),
  },
  {
    question: 'It says Beta 0.23. What does that mean?',
    answer: (
      <p>
        That it is young and gets better often, and that we want to hear what you miss. For a race that decides a title,
        keep a second watch running, as you would with any timing.
      </p>
    ),
  },
];

export function Faq() {
  return (
    <Section title="Questions a coach asks" layout="beside">
      <Accordion items={questions} />
    </Section>
  );
}
