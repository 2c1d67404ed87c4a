import { randomUUID } from 'node:crypto';
import { api } from '../../src/protocol/routes.ts';
import { call, newAddress } from '../matrix/wire.ts';
import type { AttackCase } from './case.ts';
import { createAccount, eventPath, newEmail, newRace, PASSWORD, signUp } from './people.ts';
import { pipeline, requestText } from './raw-http.ts';

const GUESSES = 210;
/** The most guesses checked from one /48: enough for the typing mistakes of a household or a venue. */
const MOST_LOOKED_AT = 100;
const LOGINS = 90;
/** The most logins of the flood answered before the owner's: some are answered before its last connection is open. */
const MOST_BEFORE = 30;
const KEY_GUESSES = 300;

/** Attacks by guessing, locking out and flooding the queue. */
export const accountCases: readonly AttackCase[] = [
  {
    id: '9',
    severity: 'medium',
    isAlone: true,
    onNodes: true,
    title: 'An owner locked out by guesses from one /48',
    async run({ url, nodes }) {
      const email = newEmail();
      await createAccount({ url }, email);
      const home = { 'x-forwarded-for': '192.0.2.1' };
      const first = await call(url, { path: api.login, headers: home, body: { email, password: PASSWORD } });
      // The cookies that a signed-out browser would still send.
      const cookies = first.headers.getSetCookie().map((line) => line.split(';')[0]!);
      const cookie = cookies.filter((pair) => !pair.includes('session')).join('; ');
      const guess = async (index: number) => {
        const place = `2001:db8:77:${(index % 70).toString(16)}::1`;
        const body = { email, password: 'not the password' };
        const node = nodes[index % nodes.length]!;
        return (await call(node.url, { path: api.login, headers: { 'x-forwarded-for': place }, body })).status !== 429;
      };
      const looked = await Promise.all(Array.from({ length: GUESSES }, (_, index) => guess(index)));
      const count = looked.filter(Boolean).length;
      const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
      const again = await call(url, {
        path: api.login,
        headers: elsewhere,
        cookie,
        body: { email, password: PASSWORD },
      });
      const isOut = again.status !== 200;
      const isOpen = isOut || count > MOST_LOOKED_AT;
      return { isOpen, figure: `${count} guesses looked at, the owner ${isOut ? 'is locked out' : 'gets in'}` };
    },
  },
  {
    id: '10',
    severity: 'medium',
    isAlone: true,
    title: 'Right logins in flight from one address, and one from another',
    async run({ url }) {
      // Ten logins for each account: limits on guesses do not count right passwords.
      const emails = Array.from({ length: LOGINS / 10 }, newEmail);
      const other = newEmail();
      for (const email of [...emails, other]) await createAccount({ url }, email);
      const logIn = (who: string, address: string) =>
        call(url, {
          path: api.login,
          headers: { 'x-forwarded-for': address },
          body: { email: who, password: PASSWORD },
        });
      let served = 0;
      let isOver = false;
      const flood = Array.from({ length: LOGINS }, async (_, index) => {
        const { status } = await logIn(emails[index % emails.length]!, '192.0.2.1');
        if (status === 200 && !isOver) served += 1;
      });
      const { status } = await logIn(other, '198.51.100.7');
      isOver = true;
      await Promise.all(flood);
      const figure = `${served} of ${LOGINS} served before the other address${status === 200 ? '' : `, which was refused (${status})`}`;
      return { isOpen: served > MOST_BEFORE || status !== 200, figure };
    },
  },
  {
    id: '19',
    severity: 'low',
    title: 'Guesses of a guest key, all in one write',
    isShort: true,
    async run(target) {
      const { url } = target;
      const { eventId, keys } = await newRace(target, await signUp(target));
      const headers = { 'x-forwarded-for': newAddress() };
      const guessed = Array.from({ length: KEY_GUESSES - 1 }, () => randomUUID().slice(0, 8));
      const requests = [...guessed, keys.viewer].map((key) =>
        requestText(url, `${eventPath(api.event, eventId)}?key=${encodeURIComponent(key)}`, headers),
      );
      const statuses = await pipeline(url, requests);
      const isIn = statuses.at(-1) === 200;
      return {
        isOpen: isIn,
        figure: `guess ${KEY_GUESSES} ${isIn ? 'was looked at, and opened the event' : 'was not looked at'}`,
      };
    },
  },
];
