import { randomUUID } from 'node:crypto';
import type { ClientMessage } from '../../../src/protocol/live.ts';
import { openLive } from '../../support/live-client.ts';
import { newAddress } from '../../matrix/wire.ts';
import type { ProbeGroup } from './route-probes.ts';
import { type CostStage, longest } from './stage.ts';

type Inputs = {
  readonly [Type in ClientMessage['type']]: (
    stage: CostStage,
  ) => readonly Extract<ClientMessage, { readonly type: Type }>[];
};

/** Below the limit of a socket, which is closed when it sends more. */
const MESSAGES = 20;
const LAST_EXCHANGE = 7;

/** The largest and worst input of every message. */
const inputs: Inputs = {
  'follow-event': ({ eventId, keys }) => [
    { type: 'follow-event', eventId, after: null, key: keys.viewer },
    { type: 'follow-event', eventId, after: 0, key: keys.viewer },
    { type: 'follow-event', eventId, after: Number.MAX_SAFE_INTEGER, key: keys.viewer },
    { type: 'follow-event', eventId, after: null, key: longest(64) },
    { type: 'follow-event', eventId: randomUUID(), after: null },
  ],
  'follow-account': () => [{ type: 'follow-account' }],
  'follow-group': ({ owner }) => [
    { type: 'follow-group', groupId: owner.userId },
    { type: 'follow-group', groupId: longest(64) },
  ],
  unfollow: () => [{ type: 'unfollow', topic: longest(100) }],
  clock: () => [{ type: 'clock', exchange: Number.MAX_SAFE_INTEGER }],
  alive: () => [{ type: 'alive' }],
};

const oddities: Readonly<Record<string, string>> = {
  brackets: '['.repeat(60_000),
  'a long string': `{"type":"${'a@'.repeat(30_000)}"}`,
  'many keys': `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
};

/** A message is sent several times over one socket, and a clock exchange after it shows that it was handled. */
export function messageProbes(stage: CostStage): ProbeGroup[] {
  const { target, owner } = stage;
  const say = (cookie: string, text: string) => async () => {
    const live = await openLive(target.url, cookie, { headers: { 'x-forwarded-for': newAddress() } });
    const isAnswered = () => live.messages.some((told) => told.type === 'clock' && told.exchange === LAST_EXCHANGE);
    const answered = new Promise<void>((resolve) => {
      live.ws.on('message', () => isAnswered() && resolve());
      live.ws.on('close', () => resolve());
    });
    for (let index = 0; index < MESSAGES; index += 1) live.ws.send(text);
    live.send({ type: 'clock', exchange: LAST_EXCHANGE });
    await answered;
    live.ws.terminate();
  };
  const said = Object.entries(inputs).map(([type, input]) => ({
    name: type,
    probes: input(stage).flatMap((message, index) => [
      { name: `${type} ${index} by nobody`, count: MESSAGES, send: say('', JSON.stringify(message)) },
      { name: `${type} ${index} by the owner`, count: MESSAGES, send: say(owner.cookie, JSON.stringify(message)) },
    ]),
  }));
  const odd = Object.entries(oddities).map(([name, text]) => ({
    name: `${name} over a socket`,
    count: MESSAGES,
    send: say('', text),
  }));
  return [...said, { name: 'odd messages', probes: odd }];
}
