import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { createWebPorts } from '../../../src/client/sync/web-ports.ts';
import type { Line } from './lines.ts';
import { startPhone } from './phone.ts';
import { openPhoneStorage } from './phone-storage.ts';
import type { PhonePlan, Race } from './plan.ts';

export type Order =
  | { readonly order: 'jump'; readonly byMs: number }
  | { readonly order: 'rest' }
  | { readonly order: 'show'; readonly seqs: Readonly<Record<string, number>> };

/** `phone-process.mjs FOLDER`: the folder holds everything that outlives the process. */
const folder = process.argv[2]!;
const linesFile = join(folder, 'lines.jsonl');
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as PhonePlan;

/** Written without a buffer in this process: written lines stay when it is killed. */
const write = (line: Line): void => appendFileSync(linesFile, `${JSON.stringify(line)}\n`);

/** The races that this phone made before. The last line may be cut in the middle. */
function ownRaces(): Race[] {
  if (!existsSync(linesFile)) return [];
  const text = readFileSync(linesFile, 'utf8');
  const made = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line.startsWith('{"kind":"made"'))
    .map((line) => (JSON.parse(line) as Line & { kind: 'made' }).command);
  return made.flatMap((command) =>
    command.type === 'entries.add'
      ? [{ eventId: command.eventId, racerIds: command.racers.map(({ racerId }) => racerId) }]
      : [],
  );
}

/** A stand-in for the page that the client's ports need: the ports are the real ones, except the disk. */
function standInForPage(): void {
  const { fetch } = globalThis;
  class PageSocket extends WebSocket {
    constructor(address: string) {
      super(address, { headers: { cookie: plan.cookie } });
      // A close follows; an error without a listener would end the process.
      this.on('error', () => undefined);
    }
  }
  const events = new EventTarget();
  const page = {
    addEventListener: events.addEventListener.bind(events),
    navigator: { onLine: true },
    location: { origin: plan.url },
    WebSocket: PageSocket,
    fetch: (path: string, init: RequestInit) =>
      fetch(plan.url + path, { ...init, headers: { ...(init.headers as object), cookie: plan.cookie } }),
  };
  // Defined and not assigned: from Node 21 on there is a `navigator` that cannot be assigned to.
  for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value });
}

standInForPage();
console.warn = () => undefined;
const storage = openPhoneStorage(join(folder, 'phone.db'));
const ports = { ...(await createWebPorts()), storage };
write({ kind: 'opened', deviceId: await storage.deviceId(ports.ids.make) });
const phone = startPhone(ports, plan, ownRaces(), write);

async function obey(order: Order): Promise<void> {
  if (order.order === 'jump') phone.jump(order.byMs);
  else if (order.order === 'rest') await phone.rest();
  else await phone.show(order.seqs);
  process.send!(order.order);
}
process.on('message', (order: Order) => void obey(order));
// The harness is gone, so nothing else would end this process.
process.on('disconnect', () => process.exit());
process.send!('opened');
