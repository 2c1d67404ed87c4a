import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { PaymentIntentAnswer } from '../../src/protocol/payments.ts';
import { LIVE_PATH } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { call, newAddress, parse } from '../matrix/wire.ts';
import { tap } from '../support/commands.ts';
import { until } from '../support/purchases.ts';
import { startStripeStandIn } from '../support/stripe-stand-in.ts';
import type { AttackCase } from './case.ts';
import { isAccepted, newRace, type Person, signUp, signUpConfirmed, trySend, viewerOf } from './people.ts';
import { openRaw } from './raw-http.ts';
import { startTarget, type Target } from './target.ts';

const PACKAGE = 150;
const REPLAYS = 20;
const SOCKETS = 10_000;
/** The memory that a silent socket may cost; ten thousand of them fit beside a race. */
const MOST_BYTES_EACH = 40 * 1024;

async function creditsOf(target: Target, person: Person): Promise<number> {
  const viewer = await viewerOf(target, person);
  return viewer.kind === 'user' ? viewer.credits : Number.NaN;
}

async function beginPurchase({ url }: Target, { cookie }: Person): Promise<PaymentIntentAnswer['data']> {
  const reply = await call(url, {
    path: api.createPaymentIntent,
    cookie,
    body: { data: { amount: PACKAGE, price: 9 } },
  });
  if (reply.status !== 200) throw new Error(`No payment could be begun: ${reply.text}`);
  return parse<PaymentIntentAnswer>(reply).data;
}

const handshake = (url: string, path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: c2lsZW50IHNvY2tldCEhIQ==',
    `X-Forwarded-For: ${newAddress()}`,
    '\r\n',
  ].join('\r\n');

/** Opens connections and sends nothing; every second one is a live socket, the others never send a request. */
async function openSilent(url: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  const opening = async () => {
    while (sockets.length < count) {
      const index = sockets.length;
      const slot = openRaw(url);
      sockets.push(undefined as never);
      const socket = await slot;
      sockets[index] = socket;
      if (index % 2 === 0) socket.write(handshake(url, LIVE_PATH));
    }
  };
  await Promise.all(Array.from({ length: 50 }, opening));
  return sockets;
}

/** Attacks that had not been tried when the weaknesses were found. */
export const untriedCases: readonly AttackCase[] = [
  {
    id: '22',
    severity: 'low',
    title: 'Packages that the lockfile takes without a digest',
    isShort: true,
    async run({ build }) {
      const { packages } = JSON.parse(readFileSync(join(build.root, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { integrity?: string; link?: boolean }>;
      };
      const without = Object.entries(packages).filter(
        ([path, { integrity, link }]) => path !== '' && link !== true && integrity === undefined,
      );
      return {
        isOpen: without.length > 0,
        figure: `${without.length} of ${Object.keys(packages).length} without a digest`,
      };
    },
  },
  {
    id: '30',
    severity: 'untried',
    title: "Stripe's message that a card was charged, sent again with a valid signature",
    async run(given) {
      const stripe = await startStripeStandIn();
      const target = await startTarget(given.build, { env: stripe.environment });
      try {
        const webhook = target.url + api.paymentWebhook;
        stripe.deliverTo(webhook);
        const buyer = await signUp(target);
        const before = await creditsOf(target, buyer);
        const { clientSecret } = await beginPurchase(target, buyer);
        const confirm = { clientSecret, number: '4242424242424242' };
        await fetch(`${stripe.url}/stand-in/confirm`, { method: 'POST', body: JSON.stringify(confirm) });
        await until(async () => (await creditsOf(target, buyer)) > before);
        const [paid] = stripe.events.filter(({ type }) => type === 'payment_intent.succeeded');
        await Promise.all(Array.from({ length: REPLAYS }, () => stripe.send(paid!)));
        // The same payment event under another id, which no provider would send.
        await stripe.send({ ...paid!, id: 'evt_another' });
        const old = stripe.signedWebhook(paid, { at: Date.now() - 3_600_000 });
        const stale = await fetch(webhook, { method: 'POST', ...old });
        await target.quiet();
        const gained = (await creditsOf(target, buyer)) - before;
        const figure = `${gained} credits for one payment of ${PACKAGE} after ${REPLAYS + 1} replays; an hour old: ${stale.status}`;
        return { isOpen: gained !== PACKAGE || stale.status === 200, figure };
      } finally {
        await target.stop();
        await stripe.stop();
      }
    },
  },
  {
    id: '31',
    severity: 'untried',
    title: 'Two refunds of one payment at once',
    onNodes: true,
    async run(target) {
      const buyer = await signUp(target);
      const before = await creditsOf(target, buyer);
      const { clientSecret, paymentId } = await beginPurchase(target, buyer);
      const card = { number: '4242424242424242', expiry: '12/40', cvc: '123' };
      await call(target.url, { path: api.sandboxConfirm, body: { clientSecret, card } });
      await until(async () => (await creditsOf(target, buyer)) > before);
      const askers = [...target.nodes, ...target.nodes, ...target.nodes];
      const answers = await Promise.all(askers.map(({ dataDir }) => askRunningServer(dataDir, ['refund', paymentId])));
      const kept = (await creditsOf(target, buyer)) - before;
      const said = answers.filter((answer) => answer?.ok === true).length;
      return {
        isOpen: kept !== 0,
        figure: `${kept} credits away from where it began, ${said} of ${askers.length} said to be done`,
      };
    },
  },
  {
    id: '32',
    severity: 'untried',
    isAlone: true,
    title: '10,000 sockets that connect and say nothing, while a race goes on',
    async run(target) {
      const owner = await signUpConfirmed(target);
      const { eventId, racerId } = await newRace(target, owner);
      const before = await target.heldBytes();
      const sockets = await openSilent(target.url, SOCKETS);
      await target.quiet();
      const held = (await target.heldBytes()) - before;
      const open = sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
      let taken = 0;
      for (let index = 0; index < 10; index += 1) {
        if (isAccepted(await trySend(target, owner, [tap(eventId, 'start', racerId)]))) taken += 1;
      }
      for (const socket of sockets) socket.destroy();
      const each = held / SOCKETS;
      const figure = `${taken} of 10 taps taken, ${open} sockets open, ${Math.round(each / 1024)} KB held for each`;
      return { isOpen: taken < 10 || each > MOST_BYTES_EACH, figure };
    },
  },
];
