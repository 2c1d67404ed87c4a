/**
 * The examples of the page. `tests/http/developers.test.ts` runs each of them as it stands here, against a real server:
 * an example that nobody can run is worse than none.
 */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly language: 'Shell' | 'JavaScript' | 'Python';
  readonly code: string;
}

/** What link previews and search engines read of the page. */
export const developersText = {
  title: 'For developers',
  description:
    'Read start lists, results and series, enter racers, send times from a timing box, and hear of every result.',
};

export function examplesFor(server: string): Readonly<Record<ExampleId, Example>> {
  const list: readonly (Example & { readonly id: ExampleId })[] = [
    { id: 'events', title: 'Your events', language: 'Shell', code: get(server, '/api/events') },
    { id: 'start-list', title: 'A start list', language: 'Shell', code: get(server, '/api/start-lists/$EVENT') },
    { id: 'results', title: 'Results', language: 'Shell', code: get(server, '/api/results/$EVENT') },
    {
      id: 'standings',
      title: 'Standings of a series as CSV',
      language: 'Shell',
      code: get(server, '/api/series/$SERIES/standings.csv'),
    },
    {
      id: 'entries',
      title: 'Two racers, their numbers and their starts',
      language: 'JavaScript',
      code: entries(server),
    },
    { id: 'box-python', title: 'A timing box in Python', language: 'Python', code: pythonBox(server) },
    { id: 'box', title: 'A timing box in JavaScript', language: 'JavaScript', code: box(server) },
    { id: 'receiver', title: 'A receiver that checks the signature', language: 'JavaScript', code: receiver },
  ];
  return Object.fromEntries(list.map((example) => [example.id, example])) as Record<ExampleId, Example>;
}

export type ExampleId =
  | 'events'
  | 'start-list'
  | 'results'
  | 'standings'
  | 'entries'
  | 'box'
  | 'box-python'
  | 'receiver';

const get = (server: string, path: string): string =>
  `curl --silent --fail-with-body \\
  --header "Authorization: Bearer $TOKEN" \\
  "${server}${path}"`;

const envelope = `// Every command has an id of its own: sent again, it counts once.
const deviceId = randomUUID();
const read = () => ({ wall: Date.now(), monotonic: performance.now(), origin: performance.timeOrigin });
const command = (type, more) => ({ id: randomUUID(), deviceId, captured: read(), type, ...more });`;

const sending = (server: string): string => `const server = '${server}';
const headers = { authorization: \`Bearer \${process.env.TOKEN}\`, 'content-type': 'application/json' };

async function send(commands, observations = []) {
  const body = JSON.stringify({ protocol: 1, commands, observations, keys: {} });
  const response = await fetch(\`\${server}/api/commands\`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).answers;
}`;

const entries = (server: string): string => `import { randomUUID } from 'node:crypto';

${sending(server)}

${envelope}

const eventId = process.env.EVENT;
const racers = [
  { racerId: randomUUID(), name: 'Ada Swift', bib: '101', groups: ['Women'] },
  { racerId: randomUUID(), name: 'Ben Quick', bib: '102', groups: ['Men'] },
];
const first = Date.now() + 10 * 60_000;
const slots = racers.map(({ racerId }, index) => ({ racerId, order: index + 1, at: first + index * 30_000 }));

const answers = await send([
  // A new racer is paid with the account's credits, as in the app.
  ...racers.map(({ racerId, name, groups }) => command('racer.create', { racerId, name, groups })),
  command('entries.add', { eventId, racers }),
  command('schedule.set', { eventId, slots }),
]);
console.log(answers.map(({ status, code }) => code ?? status).join(' '));`;

const box = (server: string): string => `import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const eventId = process.env.EVENT;
const deviceId = randomUUID();
const headers = { authorization: \`Bearer \${process.env.TOKEN}\`, 'content-type': 'application/json' };
const read = () => ({ wall: Date.now(), monotonic: performance.now(), origin: performance.timeOrigin });

async function call(path, body) {
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch('${server}' + path, init);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
// How far the box's clock is from the server's: the box may be wrong by hours.
async function observe() {
  const [before, { received, sent }, after] = [read(), await call('/api/clock'), read()];
  const way = Math.max(0, (after.monotonic - before.monotonic - (sent - received)) / 2);
  return { reading: after, common: sent + way, uncertainty: way };
}
async function send(number, tap) {
  // Sent again with the same id, a command counts once.
  for (;;) {
    const batch = { protocol: 1, commands: [tap], observations, keys: {} };
    const [answer] = (await call('/api/commands', batch).catch(console.error))?.answers ?? [];
    if (answer && answer.status !== 'later') return console.log(number, answer.code ?? answer.status);
    await sleep(1000);
  }
}
const { racers } = await call(\`/api/start-lists/\${eventId}\`);
const observations = [await observe()];
let sending = Promise.resolve();
for await (const number of createInterface({ input: process.stdin })) {
  // A number that nobody has is kept as a time without a racer.
  const racerId = racers.find(({ bib }) => bib === number)?.racerId ?? null;
  const what = { type: 'tap.record', eventId, line: 'finish', run: 1, racerId };
  const tap = { id: randomUUID(), deviceId, captured: read(), ...what };
  sending = sending.then(() => send(number, tap));
}`;

const pythonBox = (server: string): string => `import json, os, queue, sys, threading, time, uuid
from urllib.request import Request, urlopen

EVENT, TOKEN, DEVICE = os.environ['EVENT'], os.environ['TOKEN'], str(uuid.uuid4())
ORIGIN = (time.time() - time.monotonic()) * 1000
waiting = queue.Queue()

def read():
    return {'wall': time.time() * 1000, 'monotonic': time.monotonic() * 1000, 'origin': ORIGIN}

def call(path, body=None):
    headers = {'authorization': 'Bearer ' + TOKEN, 'content-type': 'application/json'}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request('${server}' + path, data, headers), timeout=20) as answer:
        return json.load(answer)

# How far the box's clock is from the server's: the box may be wrong by hours.
def observe():
    before, clock, after = read(), call('/api/clock'), read()
    way = max(0, (after['monotonic'] - before['monotonic'] - clock['sent'] + clock['received']) / 2)
    return {'reading': after, 'common': clock['sent'] + way, 'uncertainty': way}

def send():
    for number, tap in iter(waiting.get, None):
        answer = {'status': 'later'}
        while answer['status'] == 'later':  # Sent again with the same id, a command counts once.
            batch = {'protocol': 1, 'commands': [tap], 'observations': observations, 'keys': {}}
            try: answer = call('/api/commands', batch)['answers'][0]
            except OSError as error: time.sleep(1); print('not sent yet:', error, file=sys.stderr)
        print(number, answer.get('code', answer['status']), flush=True)

racers = {each['bib']: each['racerId'] for each in call('/api/start-lists/' + EVENT)['racers']}
observations = [observe()]
threading.Thread(target=send).start()
for number in map(str.strip, iter(sys.stdin.readline, '')):
    captured = read()  # A number that nobody has is kept as a time without a racer.
    waiting.put((number, {'id': str(uuid.uuid4()), 'deviceId': DEVICE, 'captured': captured, 'type': 'tap.record',
                          'eventId': EVENT, 'line': 'finish', 'run': 1, 'racerId': racers.get(number)}))
waiting.put(None)`;

const receiver = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.SECRET.replace('whsec_', ''), 'base64');
const seen = new Set();

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers;
  // An old message may be a recording.
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > 300) return false;
  const right = createHmac('sha256', key).update(\`\${id}.\${seconds}.\${body}\`).digest('base64');
  const given = String(signature).replace('v1,', '');
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const id = request.headers['webhook-id'];
  // A message can come twice. Its id stays the same.
  if (!seen.has(id)) {
    seen.add(id);
    const { type, data } = JSON.parse(body);
    console.log(type, data.result?.name ?? '', data.result?.publishedMs ?? '');
  }
  response.writeHead(204).end();
}).listen(Number(process.env.PORT));`;
