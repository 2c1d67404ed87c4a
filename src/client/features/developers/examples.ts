/**
 * The examples of the page. `tests/http/developers.test.ts` runs each of them as it stands here, against a real server:
 * an example that nobody can run is worse than none.
 */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly language: 'Shell' | 'JavaScript';
  readonly code: string;
}

export function examplesFor(server: string): Readonly<Record<ExampleId, Example>> {
  const list: readonly (Example & { readonly id: ExampleId })[] = [
    { id: 'events', title: 'Your events', language: 'Shell', code: get(server, '/api/events') },
    { id: 'start-list', title: 'A start list', language: 'Shell', code: get(server, '/api/start-lists/$EVENT') },
    { id: 'results', title: 'Results', language: 'Shell', code: get(server, '/api/results/$EVENT') },
    {
      id: 'entries',
      title: 'Two racers, their numbers and their starts',
      language: 'JavaScript',
      code: entries(server),
    },
    { id: 'box', title: 'A timing box sends a finish', language: 'JavaScript', code: box(server) },
    { id: 'receiver', title: 'A receiver that checks the signature', language: 'JavaScript', code: receiver },
  ];
  return Object.fromEntries(list.map((example) => [example.id, example])) as Record<ExampleId, Example>;
}

export type ExampleId = 'events' | 'start-list' | 'results' | 'entries' | 'box' | 'receiver';

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
import { setTimeout as sleep } from 'node:timers/promises';

${sending(server)}

${envelope}

// How far the box's clock is from the server's: the box may be wrong by hours.
async function observe() {
  const before = read();
  const { received, sent } = await (await fetch(\`\${server}/api/clock\`)).json();
  const after = read();
  const way = Math.max(0, (after.monotonic - before.monotonic - (sent - received)) / 2);
  return { reading: after, common: sent + way, uncertainty: way };
}

const eventId = process.env.EVENT;
const list = await (await fetch(\`\${server}/api/start-lists/\${eventId}\`, { headers })).json();
const racer = list.racers.find(({ bib }) => bib === '101');

const observations = [await observe()];
// The moment of the tap is the moment of its reading, however late it is sent.
// A time without a racer (racerId: null) is kept too, and gets its racer later.
const tap = command('tap.record', { eventId, line: 'finish', run: 1, racerId: racer?.racerId ?? null });

for (let pause = 1000; ; pause = Math.min(60_000, pause * 2)) {
  try {
    const [answer] = await send([tap], observations);
    console.log(answer.code ?? answer.status);
    if (answer.status !== 'later') break;
  } catch (error) {
    console.error(\`Not sent yet: \${error.message}\`);
  }
  await sleep(pause);
}`;

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
