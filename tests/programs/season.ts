import createClient from 'openapi-fetch';
import type { components, paths } from './made/api.js';

/** Reads a season with nothing but the generated client: events page by page, their results, and the series. */
const client = createClient<paths>({
  baseUrl: process.env['SERVER']!,
  headers: { authorization: `Bearer ${process.env['TOKEN']}` },
});

function dataOf<Data>({ data, error }: { data?: Data; error?: components['schemas']['Error'] }): Data {
  if (data === undefined) throw new Error(error?.error.code ?? 'no answer');
  return data;
}

let after: string | null = null;
do {
  const query: { limit: string; after?: string } = { limit: '1', ...(after !== null && { after }) };
  const { events, next } = dataOf(await client.GET('/api/events', { params: { query } }));
  for (const { eventId } of events) {
    const { event, results } = dataOf(await client.GET('/api/results/{eventId}', { params: { path: { eventId } } }));
    const { unitMs } = event.rules.precision;
    console.log(`${event.date} ${event.name} (${unitMs})`);
    for (const { rank, name, publishedMs } of results) console.log(`  ${rank} ${name} ${publishedMs}`);
  }
  after = next;
} while (after !== null);

for (const { id } of dataOf(await client.GET('/api/series')).series) {
  const path = { seriesId: id };
  const { name, standings } = dataOf(await client.GET('/api/series/{seriesId}', { params: { path } }));
  const csv = await client.GET('/api/series/{seriesId}/standings.csv', { params: { path }, parseAs: 'text' });
  console.log(dataOf(csv).trim());
  for (const { rows } of standings) console.log(`${name}: ${rows.map((row) => `${row.name} ${row.total}`).join(', ')}`);
}

const wrong = await client.POST('/api/commands', {
  body: {
    protocol: 1,
    observations: [],
    keys: {},
    commands: [
      {
        type: 'status.set',
        id: crypto.randomUUID(),
        deviceId: crypto.randomUUID(),
        captured: { wall: 0, monotonic: 0, origin: 0 },
        eventId: crypto.randomUUID(),
        racerId: 'nobody',
        attempt: 1,
        status: 'DNF',
        reason: '',
      },
    ],
  },
});
for (const answer of dataOf(wrong).answers) {
  if (answer.status === 'refused') console.log(answer.code, answer.errors?.map(({ pointer }) => pointer).join());
}
