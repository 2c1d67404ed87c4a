import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import type { MadeToken } from '../../src/protocol/api-tokens.ts';
import type { GuestKeys } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import type { EventScreen } from '../../src/protocol/screens.ts';
import { call, newAddress, parse, sendAll } from '../matrix/wire.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { type AttackCase, THIRD_ATTACK } from './case.ts';
import { eventPath, isAccepted, newRace, otherNode, signUpConfirmed } from './people.ts';

/** Half of them are keys, half are tokens. */
const AT_ONCE = 160;
const EVERY_MS = 250;
const TRIES = 20;
/** Of first visits with a key that is short enough to be read out. Long keys and tokens always get in. */
const FIRST_VISITS = 0.95;

const wrongKey = () => randomUUID().replaceAll('-', '').slice(0, 8);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Attacks of a neighbour behind the same address: a venue's Wi-Fi, a mobile network. */
export const neighbourCases: readonly AttackCase[] = [
  {
    id: '50',
    severity: 'medium',
    title: 'A neighbour behind the same address with four wrong keys and tokens a second',
    found: THIRD_ATTACK,
    isShort: true,
    onNodes: true,
    async run(target) {
      const { url, nodes } = target;
      const owner = await signUpConfirmed(target);
      const { cookie } = owner;
      const { eventId, racerId } = await newRace(target, owner);
      const venue = { 'x-forwarded-for': newAddress() };
      const made = { name: 'Box', scopes: ['events:read', 'taps:write'], days: 7 };
      const { token } = parse<MadeToken>(await call(url, { path: api.createToken, cookie, body: made }));
      const wall = { id: randomUUID(), name: 'Wall' };
      const screen = parse<EventScreen>(await call(url, { path: eventPath(api.screens, eventId), cookie, body: wall }));
      const readKeys = async () =>
        parse<{ keys: GuestKeys }>(await call(url, { path: eventPath(api.event, eventId), cookie })).keys;
      const read = async (key: string) => {
        const path = `${eventPath(api.event, eventId)}?key=${encodeURIComponent(key)}`;
        return (await call(otherNode(target).url, { path, headers: venue })).status === 200;
      };
      let guesses = 0;
      const guess = () => {
        const node = nodes[(guesses += 1) % nodes.length]!;
        const path = `${eventPath(api.event, eventId)}?key=${wrongKey()}`;
        const byToken = { path: api.eventList, headers: { ...venue, ...bearer(`pushoff_${randomUUID()}`) } };
        return call(node.url, guesses % 2 === 0 ? byToken : { path, headers: venue });
      };
      const ways: Record<string, () => Promise<boolean>> = {
        // A link that was changed is a first visit again.
        'first visits': async () => {
          await sendAll(url, cookie, {}, eventCommand(eventId, { type: 'keys.rotate', which: 'viewer' }));
          return read((await readKeys()).viewer);
        },
        'later visits': async () => read(known),
        screens: () => read(screen.key),
        'reads by token': async () =>
          (await call(url, { path: api.eventList, headers: { ...venue, ...bearer(token) } })).status === 200,
        'taps by token': async () => {
          const body = batchOf(tap(eventId, 'finish', racerId));
          const reply = await call(url, { path: api.commands, headers: { ...venue, ...bearer(token) }, body });
          return reply.status === 200 && isAccepted(parse<CommandAnswers>(reply).answers);
        },
      };
      const known = (await readKeys()).admin;
      if (!(await read(known))) throw new Error('The link opens nothing');
      await Promise.all(Array.from({ length: AT_ONCE }, guess));
      let isOver = false;
      const going = (async () => {
        while (!isOver) await Promise.all([guess(), sleep(EVERY_MS)]);
      })();
      const inside = new Map<string, number>();
      for (let turn = 0; turn < TRIES; turn += 1) {
        await sleep(EVERY_MS);
        for (const [name, way] of Object.entries(ways)) {
          inside.set(name, (inside.get(name) ?? 0) + Number(await way()));
        }
      }
      isOver = true;
      await going;
      const isShut = ([name, count]: [string, number]) => count < TRIES * (name === 'first visits' ? FIRST_VISITS : 1);
      return {
        isOpen: [...inside].some(isShut),
        figure: `let in of ${TRIES}: ${[...inside].map(([name, count]) => `${name} ${count}`).join(', ')}`,
      };
    },
  },
];
