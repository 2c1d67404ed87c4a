import { randomUUID } from 'node:crypto';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { call, sendAll } from '../matrix/wire.ts';
import { addRacers, createRacer, eventCommand, tap } from '../support/commands.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import type { AttackCase } from './case.ts';
import {
  arriveAsGuest,
  canRead,
  confirmationToken,
  eventPath,
  isAccepted,
  newEmail,
  newRace,
  otherNode,
  signUp,
  signUpConfirmed,
  trySend,
  viewerOf,
} from './people.ts';

/** Attacks that read or change other people's data. */
export const accessCases: readonly AttackCase[] = [
  {
    id: '5',
    severity: 'high',
    title: "An account made with a stranger's address, whose link the stranger opens",
    isShort: true,
    onNodes: true,
    async run(target) {
      const { url } = target;
      const owner = await signUpConfirmed(target);
      const race = await newRace(target, owner);
      const victimEmail = newEmail();
      const attacker = await signUp(target, victimEmail);
      const stranger = await signUp(target);
      await sendAll(url, owner.cookie, {}, eventCommand(race.eventId, { type: 'admin.invite', email: victimEmail }));
      const token = await confirmationToken(target, victimEmail);
      // A mail scanner opens the link, and the stranger presses the button, without a session and with their own.
      await call(url, { path: `/verify-email?token=${encodeURIComponent(token)}` });
      for (const cookie of ['', stranger.cookie]) {
        await call(url, { path: api.confirmVerification, cookie, body: { token } });
      }
      const viewer = await viewerOf(otherNode(target), attacker);
      const isConfirmed = viewer.kind === 'user' && viewer.emailVerified;
      const reads = await canRead(otherNode(target), attacker, race.eventId);
      const figure = isConfirmed || reads ? 'the attacker is confirmed and runs the event' : 'nobody got in';
      return { isOpen: isConfirmed || reads, figure };
    },
  },
  {
    id: '6',
    severity: 'medium',
    title: 'An admin who was invited by address, joined and was removed',
    isShort: true,
    onNodes: true,
    async run(target) {
      const { url } = target;
      const owner = await signUpConfirmed(target);
      const helper = await signUpConfirmed(target);
      const { eventId, racerId, keys } = await newRace(target, owner);
      const asOwner = (body: Parameters<typeof eventCommand>[1]) =>
        sendAll(url, owner.cookie, {}, eventCommand(eventId, body));
      await asOwner({ type: 'admin.invite', email: helper.email });
      await trySend(target, helper, [eventCommand(eventId, { type: 'admin.join' })], { [eventId]: keys.admin });
      await asOwner({ type: 'admin.remove', userId: helper.userId });
      const taps = isAccepted(await trySend(otherNode(target), helper, [tap(eventId, 'start', racerId)]));
      return { isOpen: taps, figure: taps ? 'the removed admin goes on tapping' : 'the removed admin is out' };
    },
  },
  {
    id: '14',
    severity: 'medium',
    title: 'Who came by a leaked admin link invites an address; then the link is changed',
    isShort: true,
    onNodes: true,
    async run(target) {
      const { url } = target;
      const owner = await signUpConfirmed(target);
      const { eventId, keys } = await newRace(target, owner);
      const byGuest = await signUpConfirmed(target);
      const byAccount = await signUpConfirmed(target);
      const leaked = { [eventId]: keys.admin };
      for (const [holder, friend] of [
        [await arriveAsGuest(target), byGuest],
        [await signUpConfirmed(target), byAccount],
      ] as const) {
        await trySend(target, holder, [eventCommand(eventId, { type: 'admin.join' })], leaked);
        await trySend(target, holder, [eventCommand(eventId, { type: 'admin.invite', email: friend.email })], leaked);
      }
      await sendAll(url, owner.cookie, {}, eventCommand(eventId, { type: 'keys.rotate', which: 'admin' }));
      const other = otherNode(target);
      const left = [await canRead(other, byGuest, eventId), await canRead(other, byAccount, eventId)];
      const count = left.filter(Boolean).length;
      return { isOpen: count > 0, figure: `${count} of 2 who were invited by the leaked link still run the event` };
    },
  },
  {
    id: '16',
    severity: 'low',
    title: 'An older reset link after a reset, and after a change of password',
    isShort: true,
    onNodes: true,
    async run(target) {
      const { url, dataDir } = target;
      const seen = new Set<string>();
      const askForLink = async (email: string): Promise<string> => {
        await call(url, { path: api.requestPasswordReset, body: { email } });
        const mail = await waitForMail(dataDir, ({ to, text }) => {
          return to === email && text.includes('/reset-password') && !seen.has(text);
        });
        seen.add(mail.text);
        return linkIn(mail, '/reset-password').searchParams.get('token') ?? '';
      };
      const reset = async (token: string, password: string) =>
        (await call(otherNode(target).url, { path: api.confirmPasswordReset, body: { token, password } })).status ===
        200;

      const first = await signUp(target);
      const older = await askForLink(first.email);
      const newer = await askForLink(first.email);
      if (!(await reset(newer, 'another long password'))) throw new Error('The newest link does not work');
      const afterReset = await reset(older, 'the thief has this one');

      const second = await signUp(target);
      const before = await askForLink(second.email);
      const passwords = { currentPassword: 'correct horse battery', newPassword: 'another long password' };
      const changed = await call(url, { path: api.changePassword, cookie: second.cookie, body: passwords });
      if (changed.status !== 200) throw new Error(`The password could not be changed: ${changed.text}`);
      const afterChange = await reset(before, 'the thief has this one');
      const count = Number(afterReset) + Number(afterChange);
      return { isOpen: count > 0, figure: `${count} of 2 old links set a new password` };
    },
  },
  {
    id: '51',
    severity: 'low',
    title: 'Exact copies of the commands of others',
    isShort: true,
    onNodes: true,
    async run(target) {
      const username = 'Winifred Author';
      const owner = await signUpConfirmed(target, newEmail(), username);
      const { eventId, racerId } = await newRace(target, owner);
      const email = newEmail();
      const commands = [
        tap(eventId, 'start', racerId),
        eventCommand(eventId, { type: 'admin.invite', email }),
        createRacer(randomUUID(), 'Zacharias Private'),
      ];
      await sendAll(target.url, owner.cookie, {}, ...commands);
      const told = new Set<string>();
      let accepted = 0;
      for (const stranger of [await signUpConfirmed(target), await arriveAsGuest(target)]) {
        const answers = await trySend(otherNode(target), stranger, commands);
        accepted += answers.filter(({ status }) => status === 'accepted').length;
        const traces = { name: username, id: owner.userId, address: email, racer: 'Zacharias Private' };
        for (const [what, text] of Object.entries(traces)) if (JSON.stringify(answers).includes(text)) told.add(what);
      }
      const again = await trySend(otherNode(target), owner, commands);
      if (!isAccepted(again)) throw new Error('The author is not told that the commands are stored');
      const figure = `${accepted} of 6 copies accepted${told.size > 0 ? `, and told: ${[...told].join(', ')}` : ''}`;
      return { isOpen: accepted > 0 || told.size > 0, figure };
    },
  },
  {
    id: '17',
    severity: 'low',
    title: 'The name of a racer who was removed',
    isShort: true,
    async run(target) {
      const { url } = target;
      const owner = await signUp(target);
      const { eventId, keys } = await newRace(target, owner);
      const racerId = randomUUID();
      const name = 'Zacharias Removed';
      const added = addRacers(eventId, racerId);
      if (added.type !== 'entries.add') throw new Error('Not the command that was expected');
      await sendAll(
        url,
        owner.cookie,
        {},
        createRacer(racerId, name),
        { ...added, racers: added.racers.map((racer) => ({ ...racer, name })) },
        eventCommand(eventId, { type: 'entry.remove', racerId }),
      );
      const viewerKey = `key=${encodeURIComponent(keys.viewer)}`;
      const places = {
        'the event': `${eventPath(api.event, eventId)}?${viewerKey}`,
        'its changes': `${eventPath(api.changes, eventId)}?after=0&${viewerKey}`,
        'the public page': guestPath(eventId, 'viewer', keys.viewer),
      };
      const found: string[] = [];
      for (const [place, path] of Object.entries(places)) {
        if ((await call(url, { path })).text.includes(name)) found.push(place);
      }
      return {
        isOpen: found.length > 0,
        figure: `viewers read it in ${found.length} of 3 places ${found.join(', ')}`.trim(),
      };
    },
  },
];
