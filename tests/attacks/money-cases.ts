import { randomUUID } from 'node:crypto';
import { api } from '../../src/protocol/routes.ts';
import { call } from '../matrix/wire.ts';
import { createEvent, eventCommand } from '../support/commands.ts';
import { readMails } from '../support/mails.ts';
import { until } from '../support/purchases.ts';
import type { AttackCase } from './case.ts';
import {
  isAccepted,
  mailsTo,
  newEmail,
  newRace,
  otherNode,
  PASSWORD,
  type Person,
  signUp,
  signUpConfirmed,
  trySend,
  viewerOf,
} from './people.ts';
import type { Target } from './target.ts';

const INVITATIONS = 12;
/** A club may invite one person to a few races in a day. */
const MOST_INVITATIONS = 5;

async function creditsOf(target: Target, person: Person): Promise<number> {
  const viewer = await viewerOf(target, person);
  return viewer.kind === 'user' ? viewer.credits : Number.NaN;
}

/** Invites, removes and invites again, as often as the server accepts it. */
async function inviteAgainAndAgain(target: Target, sender: Person, email: string, name: string): Promise<void> {
  const eventId = randomUUID();
  await trySend(target, sender, [createEvent(eventId, name)]);
  let mailed = 0;
  for (let count = 0; count < INVITATIONS; count += 1) {
    const [invited] = await trySend(target, sender, [eventCommand(eventId, { type: 'admin.invite', email })]);
    if (invited?.status !== 'accepted') break;
    // A mail that is not sent yet may be removed with the invitation.
    mailed += 1;
    await until(async () => (await readMails(target.dataDir)).filter(({ to }) => to === email).length >= mailed);
    await trySend(target, sender, [eventCommand(eventId, { type: 'admin.uninvite', email })]);
  }
}

/** Attacks that cost the house or a stranger something: credits and mails. */
export const moneyCases: readonly AttackCase[] = [
  {
    id: '12a',
    severity: 'medium',
    title: 'Events paid by throw-away accounts, handed to one account',
    isShort: true,
    onNodes: true,
    async run(target) {
      const main = await signUp(target);
      let handed = 0;
      for (let index = 0; index < 3; index += 1) {
        const throwAway = await signUp(target);
        const { eventId, keys } = await newRace(target, throwAway);
        await trySend(target, main, [eventCommand(eventId, { type: 'admin.join' })], { [eventId]: keys.admin });
        const change = eventCommand(eventId, { type: 'owner.change', userId: main.userId });
        if (isAccepted(await trySend(otherNode(target), throwAway, [change]))) handed += 1;
      }
      return { isOpen: handed > 0, figure: `${handed} of 3 events handed over, 23 credits each` };
    },
  },
  {
    id: '12b',
    severity: 'medium',
    title: 'The welcome gift again, after deleting the account and signing up anew',
    isShort: true,
    onNodes: true,
    async run(target) {
      const email = newEmail();
      let gained = 0;
      for (let round = 0; round < 3; round += 1) {
        // Another spelling of the same mailbox.
        const person = await signUp(
          round === 1 ? otherNode(target) : target,
          round === 2 ? email.toUpperCase() : email,
        );
        if (round > 0) gained += await creditsOf(target, person);
        const body = { password: PASSWORD };
        const gone = await call(target.url, { path: api.deleteAccount, cookie: person.cookie, body });
        if (gone.status !== 200) throw new Error(`The account could not be deleted: ${gone.text}`);
      }
      return { isOpen: gained > 0, figure: `${gained} credits by signing up twice more` };
    },
  },
  {
    id: '13a',
    severity: 'medium',
    title: 'Invitations to a stranger who did not ask',
    isShort: true,
    onNodes: true,
    async run(target) {
      const [first, second] = [newEmail(), newEmail()];
      await inviteAgainAndAgain(target, await signUp(target), first, 'Buy watches');
      await inviteAgainAndAgain(target, await signUpConfirmed(target), second, 'Buy watches');
      const [fromAnybody, fromConfirmed] = [await mailsTo(target, first), await mailsTo(target, second)];
      if (fromConfirmed.length === 0) throw new Error('No invitation reaches anybody');
      const canRefuse = fromConfirmed.every(
        ({ text }) => /https?:\/\/\S+/g.exec(text) !== null && /stop|no more|not write/i.test(text),
      );
      const figure = `${fromAnybody.length} of ${INVITATIONS} mails from an unconfirmed sender, ${fromConfirmed.length} from a confirmed one`;
      return { isOpen: fromAnybody.length > 0 || fromConfirmed.length > MOST_INVITATIONS || !canRefuse, figure };
    },
  },
  {
    id: '13b',
    severity: 'medium',
    title: 'A name that becomes a link in the mail: evil。example',
    isShort: true,
    async run(target) {
      const sender = await signUpConfirmed(target);
      const names = ['evil。example', 'evil．example', 'evil｡example', 'evil.example', 'evil․example'];
      const emails = names.map(() => newEmail());
      for (const [index, name] of names.entries()) {
        const eventId = randomUUID();
        const invite = eventCommand(eventId, { type: 'admin.invite', email: emails[index]! });
        await trySend(target, sender, [createEvent(eventId, name), invite]);
      }
      await mailsTo(target, sender.email);
      const mails = (await readMails(target.dataDir)).filter(({ to }) => emails.includes(to));
      if (mails.length < names.length) throw new Error('Not every invitation reaches somebody');
      const sent = names.filter((name, index) =>
        mails.some(({ to, subject, text }) => to === emails[index] && `${subject} ${text}`.includes(name)),
      );
      return {
        isOpen: sent.length > 0,
        figure: `${sent.length} of ${names.length} reach the reader whole: ${sent.join(' ')}`,
      };
    },
  },
];
