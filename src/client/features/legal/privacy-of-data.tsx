import { daysOf, keptFor } from '../../../protocol/retention.ts';
import type { LegalSection } from './legal-page.tsx';

export const privacyOfData = (): readonly LegalSection[] => [
  {
    id: 'stored',
    title: 'What is stored',
    body: (
      <>
        <p>
          <strong>Your account.</strong> Your email address, the username if you give one, whether the address has been
          verified and the account accepted, and the date of sign-up. Of your password only a hash, from which it cannot
          be read back.
        </p>
        <p>
          <strong>Your sessions.</strong> For each device on which you are signed in: when, from which network (IP)
          address and with which browser. It keeps you signed in and lets misuse be noticed.
        </p>
        <p>
          <strong>Your programs.</strong> If you make API tokens or webhooks: their names and addresses, when they were
          last used, and what was sent when. Of a token only a hash. Results of your events go to the addresses that you
          name, with names as viewers see them.
        </p>
        <p>
          <strong>Guests.</strong> Somebody who helps through a link gets an account without name or email, for that
          device. Somebody who only watches gets none.
        </p>
        <p>
          <strong>Racers.</strong> The name you type and the groups you put it in. No date of birth, no photo, no
          contact details; Pushoff has no fields for them.
        </p>
        <p>
          <strong>Events and times.</strong> The event’s name and time zone, who its admins are (including the email
          addresses you invite), its links, and every start, finish and correction: what was done, when, and from which
          account or guest device. Corrections do not erase what was there before; that is how a result can be checked.
        </p>
        <p>
          <strong>Addresses that were invited.</strong> For {daysOf(keptFor.invitations)} days, how often an address was
          invited; and for as long as it is wanted, that no invitation is to be sent there. Both are kept as a code that
          only this service can compare, and that cannot be read back into the address.
        </p>
        <p>
          <strong>Followers.</strong> If you follow a racer without an account: the address of your browser’s push
          service, or your email address once you have confirmed it, until {daysOf(keptFor.followers)} days after the
          race. Messages go through the push service of your browser’s maker, encrypted so that it cannot read them.
        </p>
        <p>
          <strong>Device readings.</strong> With each tap the readings of that phone’s clocks, and the measurements of
          how far they are from the server’s. They place a time correctly even when it arrives days later. They say
          nothing about where the phone is: <strong>Pushoff never asks for its location.</strong>
        </p>
        <p>
          <strong>Runs.</strong> Videos and data files are read on your device and stay there. Of a run that you keep
          with your account the server stores its name, its measurements (positions, speed, heart rate and the like) and
          with whom it is shared; a video only if you choose to upload it. A run is yours alone until you share it, and
          then without what lies in your privacy zones.
        </p>
        <p>
          <strong>Credits.</strong> Every change of your balance: how many, when, what for, and the payment’s reference.
        </p>
        <p>
          <strong>Messages.</strong> The mails that Pushoff sends you, until they are delivered; for{' '}
          {daysOf(keptFor.finishedMail)} days more that they were sent, and what about; and what you write to our
          mailboxes.
        </p>
        <p>
          <strong>Technical logs.</strong> The time, path, network address and outcome of requests, and for a short
          while the number of failed attempts, to find faults and stop attacks. Passwords and the keys in your links are
          not written to them.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'What it is used for',
    body: (
      <>
        <ul>
          <li>To do what you ask: time races, show boards, keep your account and your credits.</li>
          <li>
            To write to you about your account: the welcome mail, a password reset, the verification of your address,
            the receipt of a purchase, a change of the terms. There is no newsletter.
          </li>
          <li>To keep the service safe: limits on guessing passwords and links, and finding faults.</li>
          <li>To keep the records of payments that the law asks for.</li>
        </ul>
        <p>
          When you sign up, the administrator of the service receives a notice with your email address. Nobody is
          profiled, nothing is decided about you by a program, and your data is not used to train one.
        </p>
      </>
    ),
  },
  {
    id: 'seen',
    title: 'Who can see it',
    body: (
      <ul>
        <li>
          <strong>You</strong> see everything in your account. Your list of racers is seen by you alone.
        </li>
        <li>
          <strong>Admins of an event</strong>, guests with the helper link included, see its racers, its times and the
          history of its taps.
        </li>
        <li>
          <strong>Viewers</strong> with the viewer link see the names and times of that event. They never see email
          addresses or the helper link.
        </li>
        <li>
          <strong>Anybody</strong> with the address of your public group sees the events that you have shared to it, and
          no others. While you share one, your username stands above them.
        </li>
        <li>
          <strong>The people who run Pushoff</strong> look at your data only to help you when you ask, to repair a
          fault, or when the law obliges them.
        </li>
      </ul>
    ),
  },
  {
    id: 'third-parties',
    title: 'Third parties and payment',
    body: (
      <>
        <p>
          Pages, fonts, pictures and code all come from our own server. Nothing is loaded from anybody else, so nobody
          else learns that you were here.
        </p>
        <p>
          The exception is the <strong>card payment provider</strong>, on the checkout page. It receives your card
          details directly, the amount, and what its own rules require to prevent fraud, under its own privacy policy.
          We receive whether the payment succeeded and its reference, never the card number.
        </p>
        <p>Data is otherwise handed out only where a law or a court obliges us, and then no more than is asked for.</p>
      </>
    ),
  },
  {
    id: 'on-your-device',
    title: 'On your device',
    body: (
      <>
        <p>
          Pushoff sets two cookies: one keeps you signed in, the other lets your account recognise this device, so that
          strangers who guess at your password cannot keep you out. A script cannot read them, and they follow you
          nowhere else, so there is no cookie banner. A third remembers the language, if you choose one.
        </p>
        <p>
          Your browser also stores the app itself, who is signed in, the events you opened, taps that have not been sent
          yet, and for an hour the reference of a payment, so that you find its outcome when you come back. That is what
          makes it work without signal. Clearing the browser’s data for this site removes all of it, unsent taps
          included.
        </p>
      </>
    ),
  },
];
