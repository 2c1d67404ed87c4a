import { randomUUID } from 'node:crypto';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import type { BestsAnswer } from '../../src/protocol/history.ts';
import { api } from '../../src/protocol/routes.ts';
import { screenKinds } from '../../src/protocol/screen-address.ts';
import type { EventScreen, EventScreens } from '../../src/protocol/screens.ts';
import { call, parse, sendAll } from '../matrix/wire.ts';
import { addRacers, createEvent, eventCommand, tap } from '../support/commands.ts';
import { type AttackCase, THIRD_ATTACK } from './case.ts';
import { arriveAsGuest, eventPath, newRace, otherNode, type Person, signUpConfirmed, trySend } from './people.ts';
import type { Target } from './target.ts';

async function makeScreen({ url }: Target, { cookie }: Person, eventId: string, more: object = {}): Promise<string> {
  const body = { id: randomUUID(), name: 'Screen', ...more };
  const reply = await call(url, { path: eventPath(api.screens, eventId), cookie, body });
  if (reply.status !== 200) throw new Error(`No screen was made: ${reply.text}`);
  return parse<EventScreen>(reply).key;
}

const opens = async ({ url }: Pick<Target, 'url'>, eventId: string, key: string): Promise<boolean> =>
  (await call(url, { path: `${eventPath(api.event, eventId)}?key=${key}` })).status === 200;

/** Attacks with the keys of screens. */
export const screenCases: readonly AttackCase[] = [
  {
    id: '60',
    severity: 'medium',
    title: 'A screen made by a guest, after the guest is removed and the links are changed; and the keys of others',
    found: THIRD_ATTACK,
    isShort: true,
    onNodes: true,
    async run(target) {
      const ends: Readonly<Record<string, (guest: Person) => EventCommandBody>> = {
        'the removal': ({ userId }) => ({ type: 'admin.remove', userId }),
        'another admin link': () => ({ type: 'keys.rotate', which: 'admin' }),
        'another viewer link': () => ({ type: 'keys.rotate', which: 'viewer' }),
      };
      const found: string[] = [];
      for (const [what, end] of Object.entries(ends)) {
        const owner = await signUpConfirmed(target);
        const { eventId, keys } = await newRace(target, owner);
        const own = await makeScreen(target, owner, eventId);
        const guest = await arriveAsGuest(target);
        await trySend(target, guest, [eventCommand(eventId, { type: 'admin.join' })], { [eventId]: keys.admin });
        const key = await makeScreen(target, guest, eventId);
        if (!(await opens(otherNode(target), eventId, key))) throw new Error('The screen of a guest shows nothing');
        const listed = await call(target.url, { path: eventPath(api.screens, eventId), cookie: guest.cookie });
        if (parse<EventScreens>(listed).screens.some((screen) => screen.key === own)) found.push('a key of the owner');
        await sendAll(target.url, owner.cookie, {}, eventCommand(eventId, end(guest)));
        if (await opens(otherNode(target), eventId, key)) found.push(`the screen after ${what}`);
        if (!(await opens(otherNode(target), eventId, own))) throw new Error('The screen of the owner went dark');
      }
      const figure = `${found.length} of 6 ways are open${found.length > 0 ? `: ${found.join(', ')}` : ''}`;
      return { isOpen: found.length > 0, figure };
    },
  },
  {
    id: '61',
    severity: 'low',
    title: 'Personal bests that viewers are not shown, read with the key of a screen',
    found: THIRD_ATTACK,
    isShort: true,
    async run(target) {
      const owner = await signUpConfirmed(target);
      const { eventId: earlier, racerId } = await newRace(target, owner);
      const eventId = randomUUID();
      const format = { course: { name: 'Castle Hill', meters: 1000 } };
      await sendAll(
        target.url,
        owner.cookie,
        {},
        tap(earlier, 'start', racerId, { at: Date.now() - 120_000 }),
        tap(earlier, 'finish', racerId, { at: Date.now() - 60_000 }),
        createEvent(eventId),
        addRacers(eventId, racerId),
        eventCommand(earlier, { type: 'format.set', format }),
        eventCommand(eventId, { type: 'format.set', format }),
      );
      const reads = async (key: string): Promise<boolean> => {
        const reply = await call(target.url, { path: `${eventPath(api.bests, eventId)}?key=${key}` });
        return Object.keys(parse<BestsAnswer>(reply).bests).length > 0;
      };
      if (!(await reads(await makeScreen(target, owner, eventId, { kind: 'announcer' })))) {
        throw new Error('The announcer reads nothing');
      }
      const others = [{}, ...screenKinds.filter((kind) => kind !== 'announcer').map((kind) => ({ kind }))];
      let count = 0;
      for (const more of others) if (await reads(await makeScreen(target, owner, eventId, more))) count += 1;
      return {
        isOpen: count > 0,
        figure: `${count} of ${others.length} screens that are not the announcer’s read them`,
      };
    },
  },
];
