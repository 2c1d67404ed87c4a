// The limit for durable taps: the driver alone, storing rows and batches of the same size as Pushoff's.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const [engine, target = '', batchText, msText, eventsText] = process.argv.slice(2);
const batch = Number(batchText);
const events = Array.from({ length: Number(eventsText) }, () => randomUUID());
// The length of Pushoff's rows when this was written.
const body = 'x'.repeat(553);
const outcome = JSON.stringify({ status: 'accepted', eventId: randomUUID(), firstSeq: 1000, lastSeq: 1000 });
const hash = 'h'.repeat(43);
const userId = randomUUID();

async function openSqlite() {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const db = new DatabaseSync(join(target, 'bare.db'));
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    create table events (id text not null primary key, seq integer not null);
    create table changes (eventId text not null references events (id), seq integer not null, body text not null, primary key (eventId, seq));
    create table receipts (commandId text not null primary key, userId text not null, bodyHash text not null, outcome text not null, createdAt integer not null);`);
  const event = db.prepare('insert into events values (?, 0)');
  for (const id of events) event.run(id);
  const begin = db.prepare('begin immediate');
  const change = db.prepare('insert into changes values (?, ?, ?)');
  const receipt = db.prepare('insert into receipts values (?, ?, ?, ?, ?)');
  const update = db.prepare('update events set seq = ? where id = ?');
  const commit = db.prepare('commit');
  return (/** @type {{ id: string; seq: number }[]} */ taps) => {
    begin.run();
    for (const { id, seq } of taps) {
      change.run(id, seq, body);
      receipt.run(randomUUID(), userId, hash, outcome, Date.now());
    }
    for (const [id, seq] of newest(taps)) update.run(seq, id);
    commit.run();
  };
}

async function openPostgres() {
  const { default: pg } = await import('pg');
  const db = new pg.Client({ connectionString: target });
  await db.connect();
  await db.query(`create table events (id text not null primary key, seq bigint not null);
    create table changes (event_id text not null references events (id), seq bigint not null, body text not null, primary key (event_id, seq));
    create table receipts (command_id text not null primary key, user_id text not null, body_hash text not null, outcome text not null, created_at bigint not null);`);
  await db.query('insert into events select unnest($1::text[]), 0', [events]);
  return async (/** @type {{ id: string; seq: number }[]} */ taps) => {
    await db.query('begin');
    const ids = taps.map(({ id }) => id);
    const seqs = taps.map(({ seq }) => seq);
    await db.query({
      name: 'changes',
      text: 'insert into changes select unnest($1::text[]), unnest($2::bigint[]), unnest($3::text[])',
      values: [ids, seqs, taps.map(() => body)],
    });
    await db.query({
      name: 'receipts',
      text: 'insert into receipts select unnest($1::text[]), $2, $3, $4, $5',
      values: [taps.map(() => randomUUID()), userId, hash, outcome, Date.now()],
    });
    const rows = [...newest(taps)];
    await db.query({
      name: 'events',
      text: 'update events set seq = new.seq from unnest($1::text[], $2::bigint[]) as new (id, seq) where events.id = new.id',
      values: [rows.map(([id]) => id), rows.map(([, seq]) => seq)],
    });
    await db.query('commit');
  };
}

/** @param {{ id: string; seq: number }[]} taps */
const newest = (taps) => new Map(taps.map(({ id, seq }) => [id, seq]));

const store = engine === 'sqlite' ? await openSqlite() : await openPostgres();
const taken = new Map(events.map((id) => [id, 0]));
let count = 0;
function makeTap() {
  const id = /** @type {string} */ (events[count % events.length]);
  const seq = (taken.get(id) ?? 0) + 1;
  taken.set(id, seq);
  count += 1;
  return { id, seq };
}
// The process is ready before it is measured, and goes on until it is ended: its processor time can be read.
process.on('message', async () => {
  const began = performance.now();
  while (performance.now() - began < Number(msText)) await store(Array.from({ length: batch }, makeTap));
  process.send?.({ taps: count, seconds: (performance.now() - began) / 1000 });
});
process.send?.('ready');
