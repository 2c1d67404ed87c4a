import { EVENT_COST, RACER_COST, WELCOME_CREDITS } from '../../domain/credits/prices.ts';
import type { NewMail } from '../storage/mail.ts';

export function adminNotice(admin: string, user: { email: string; username: string; accepted: boolean }): NewMail {
  return {
    to: admin,
    subject: 'New user signup!',
    text: lines(
      `A new user has signed up: ${user.email}`,
      `Username: ${user.username === '' ? '(none given)' : JSON.stringify(user.username)}`,
      user.accepted
        ? 'The account is open.'
        : `The account waits for you. To open it: npm run admin -- accept ${user.email}`,
    ),
  };
}

export function welcomeMail(
  { email, granted }: { email: string; granted: boolean },
  links: { home: string; verify: string; notMe: string },
): NewMail {
  const gift = `You have been granted ${WELCOME_CREDITS} credits to start exploring our tools. An event costs ${EVENT_COST} credits, a racer ${RACER_COST}, so that is enough for two events and twenty racers.`;
  return {
    to: email,
    subject: 'Welcome to Pushoff',
    text: lines(
      GREETING,
      `Welcome to Pushoff. ${granted ? gift : 'Your account has been created. This mailbox has had its free credits before.'}`,
      `Sign in: ${links.home}`,
      `Please confirm that this address is yours, so that invitations to events reach you:\n${links.verify}`,
      CONFIRMING,
      notMe(links),
    ),
  };
}

export function verificationMail(user: { email: string }, links: { verify: string; notMe: string }): NewMail {
  return {
    to: user.email,
    subject: 'Confirm your email address',
    text: lines(GREETING, `Please confirm that this address is yours:\n${links.verify}`, CONFIRMING, notMe(links)),
  };
}

const CONFIRMING =
  'The link works for seven days. Where you are not signed in, it asks for the password of the account.';

const notMe = (links: { notMe: string }): string =>
  `You did not sign up? Then do not confirm it. "It was not me" removes the account:\n${links.notMe}`;

export function passwordResetMail(user: { email: string }, link: string): NewMail {
  return {
    to: user.email,
    subject: 'Reset your password',
    text: lines(
      GREETING,
      `Choose a new password here:\n${link}`,
      'The link works once, for one hour. If you did not ask for this, ignore this mail: your password stays as it is.',
    ),
  };
}

export function passwordChangedMail(user: { email: string }, support: string): NewMail {
  return {
    to: user.email,
    subject: 'Your password was changed',
    text: lines(
      GREETING,
      'The password of your account was changed, and all other devices were signed out.',
      `If it was not you, reset your password at once and write to ${support}.`,
    ),
  };
}

export function accountDeletedMail(user: { email: string }, support: string): NewMail {
  return {
    to: user.email,
    subject: 'Your account was deleted',
    text: lines(
      GREETING,
      'Your account and everything it owned were deleted, as you asked. This is the last mail we send you.',
      `If it was not you, write to ${support}.`,
    ),
  };
}

/** `host`: the receiver, in words of the account's own. */
export function webhookDisabledMail(user: { email: string }, host: string, accountPage: string): NewMail {
  return {
    to: user.email,
    subject: 'A webhook was turned off',
    text: lines(
      GREETING,
      `Your webhook to ${plainWords(host)} has taken no message for three days, so it was turned off.`,
      `Nothing is lost: turn it on again under Webhooks, and it gets what it has missed.\n${accountPage}`,
    ),
  };
}

export function invitationMail(
  to: string,
  { inviter, event }: { inviter: string; event: string },
  links: { timer: string; home: string; stop: string },
): NewMail {
  const [who, what] = [plainWords(inviter), plainWords(event)];
  return {
    to,
    subject: `Help to time: ${what}`,
    text: lines(
      GREETING,
      `${invites(who)} the event "${what}" with Pushoff.`,
      `Open this link on the phone that you will time with. You need no account:\n${links.timer}`,
      'Whoever has the link can start and finish racers, so keep it among those who help.',
      `With an account for this address you also find the event under Your Events, even when the link has been changed. Confirm the address first, with the mail that every new account gets: until then the event is not listed.\n${links.home}`,
      'If you do not know what this is about, ignore this mail.',
      `Do not write to me again:\n${links.stop}`,
    ),
    unsubscribe: links.stop,
  };
}

const invites = (who: string): string => `${who} invites you to help time`;

/** The beginning of an invitation's sentence about its inviter. */
export const invitesYou = (inviter: string): string => `\n\n${invites(plainWords(inviter))} `;

/**
 * Text about the inviter in an invitation that has not been sent yet, and its replacement once the inviter has no
 * account.
 */
export function forgetInviter(inviter: string): { readonly before: string; readonly after: string } {
  return { before: invitesYou(inviter), after: invitesYou('A former helper') };
}

const LONGEST_NAME = 80;
const lineBreaks = /[\p{Control}\p{Zl}\p{Zp}\s]+/gu;
/** Format characters are removed, except the two that join letters and emoji; the others only hide text. */
const invisible = /(?![\u{200C}\u{200D}])\p{Cf}/gu;
/** Dots of any kind before a character that could continue the name of a site. A date keeps its dots. */
const dotsInNames =
  /[.\u{3002}\u{FF0E}\u{FF61}\u{2024}\u{FE52}\u{2488}-\u{249B}](?=[\p{L}\p{M}\p{S}\p{Cf}]|(?![0-9])\p{N})/gu;
/** 'https://', also in characters that browsers turn into it. */
const schemes = /[:\u{FF1A}\u{FE55}\u{FE13}](?:[/\\\u{FF0F}\u{2044}\u{2215}\u{29F8}]\s*)+/gu;

/** A user's own words, mailed to strangers in our name: one line, not too long, and nothing that becomes a link. */
export function plainWords(text: string): string {
  const plain = text
    .replaceAll(lineBreaks, ' ')
    .replaceAll(invisible, '')
    .replaceAll(schemes, ': ')
    .replaceAll(dotsInNames, '$& ')
    .trim();
  const signs = Array.from(plain);
  return signs.length > LONGEST_NAME ? `${signs.slice(0, LONGEST_NAME).join('')}…` : plain;
}

/** The greeting holds no name: by signing up with a stranger's address, a user could mail them words of their own. */
export const GREETING = 'Hello,';

export const lines = (...paragraphs: string[]): string => [...paragraphs, 'Pushoff'].join('\n\n');
