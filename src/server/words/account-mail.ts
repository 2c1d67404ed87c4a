import { EVENT_COST, RACER_COST, WELCOME_CREDITS } from '../../domain/credits/prices.ts';
import { word } from '../../domain/language.ts';
import type { NewMail } from '../storage/mail.ts';
import { above, lines, nameIn } from './plain-words.ts';

/** The greeting holds no name: by signing up with a stranger's address, a user could mail them words of their own. */
export const greet = (): string => word('Hello,', 'in a mail');

export function welcomeMail(
  { email, granted }: { email: string; granted: boolean },
  links: { home: string; verify: string; notMe: string },
): NewMail {
  return {
    to: email,
    subject: 'Welcome to Pushoff',
    text: lines(
      greet(),
      granted
        ? `Welcome to Pushoff. You have been granted ${WELCOME_CREDITS} credits to start exploring our tools. A race costs ${EVENT_COST} credits and a racer ${RACER_COST}, so that’s enough for two races and twenty racers.`
        : 'Welcome to Pushoff. Your account is ready. This address has already received its free credits.',
      above('Sign in:', links.home),
      above('Please confirm that this address is yours, so that invitations to races reach you:', links.verify),
      confirming(),
      notMe(links),
    ),
  };
}

export function verificationMail(user: { email: string }, links: { verify: string; notMe: string }): NewMail {
  return {
    to: user.email,
    subject: 'Confirm your email address',
    text: lines(greet(), above('Please confirm that this address is yours:', links.verify), confirming(), notMe(links)),
  };
}

const confirming = (): string =>
  'The link works for seven days. If you aren’t signed in, you’ll be asked for your password.';

const notMe = (links: { notMe: string }): string =>
  above('Didn’t sign up? Don’t confirm. Remove the account here:', links.notMe);

export function passwordResetMail(user: { email: string }, link: string): NewMail {
  return {
    to: user.email,
    subject: 'Reset your password',
    text: lines(
      greet(),
      above('Choose a new password here:', link),
      'The link works once, for one hour. If you didn’t ask for this, ignore this email, and your password stays as it is.',
    ),
  };
}

export function passwordChangedMail(user: { email: string }, support: string): NewMail {
  return {
    to: user.email,
    subject: 'Your password was changed',
    text: lines(
      greet(),
      'The password of your account has changed, and we’ve signed out all other devices.',
      `If it wasn’t you, reset your password at once and write to ${support}.`,
    ),
  };
}

export function accountDeletedMail(user: { email: string }, support: string): NewMail {
  return {
    to: user.email,
    subject: 'Your account was deleted',
    text: lines(
      greet(),
      'We’ve deleted your account and everything it owned, as you asked. This is the last email we send you.',
      `If it wasn’t you, write to ${support}.`,
    ),
  };
}

/** `host`: the receiver, in words of the account's own. */
export function webhookDisabledMail(user: { email: string }, host: string, accountPage: string): NewMail {
  return {
    to: user.email,
    subject: 'A webhook was turned off',
    text: lines(
      greet(),
      `Your webhook to ${nameIn(host)} hasn’t taken a message for three days, so we’ve turned it off.`,
      above('Nothing is lost. Turn it on again under Webhooks, and it gets everything it missed.', accountPage),
    ),
  };
}

export function invitationMail(
  to: string,
  { inviter, event }: { inviter: string; event: string },
  links: { timer: string; home: string; stop: string },
): NewMail {
  return {
    to,
    subject: `Help to time: ${nameIn(event)}`,
    text: lines(
      greet(),
      invites(nameIn(inviter), nameIn(event)),
      above('Open this link on the phone that you’ll time with. You don’t need an account:', links.timer),
      'Anyone with this link can time the race, so share it only with helpers.',
      above(
        'Have an account with this address? The race is also under Your Events once you’ve confirmed your email:',
        links.home,
      ),
      'If you don’t know what this is about, ignore this email.',
      above('Don’t email me again:', links.stop),
    ),
    unsubscribe: links.stop,
  };
}

const invites = (who: string, what: string): string =>
  `${who} invites you to help time the event "${what}" with Pushoff.`;

/** The beginning of an invitation's sentence, as far as the event: it has the inviter's name in it. */
export function invitesYou(inviter: string): string {
  const unlike = '\u{0}';
  return `\n\n${invites(nameIn(inviter), unlike).split(unlike)[0]}`;
}

/** Stands in the place of a deleted inviter. */
export const nameFormerHelper = (): string => word('A former helper');
