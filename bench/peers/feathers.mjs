// A database-to-live system: a record is created over HTTP, stored in PostgreSQL, and published to all members of a
// channel.
import { once } from 'node:events';
import { feathers } from '@feathersjs/feathers';
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa';
import { KnexService } from '@feathersjs/knex';
import socketio from '@feathersjs/socketio';
import knex from 'knex';
import { KEEP_ALIVE_MS } from './tap-server.mjs';

const db = knex({ client: 'pg', connection: process.env['DATABASE_URL'], pool: { min: 2, max: 10 } });
await db.schema.createTable('taps', (table) => {
  table.increments('id');
  table.string('type');
  table.jsonb('changes');
});

class Taps extends KnexService {
  /** @param {{ type: string; changes: unknown }} data @param {object} params */
  async create(data, params) {
    return super._create({ ...data, changes: JSON.stringify(data.changes) }, params);
  }
}
const app = koa(feathers());
app.use(errorHandler());
app.use(bodyParser());
app.configure(rest());
app.configure(socketio({ pingInterval: 300_000, pingTimeout: 300_000, serveClient: false }));
app.use('taps', new Taps({ Model: db, name: 'taps' }), { methods: ['create'] });
app.on('connection', (connection) => app.channel('event').join(connection));
app.service('taps').publish('created', () => app.channel('event'));
const server = await app.listen(0, '127.0.0.1');
if (!server.listening) await once(server, 'listening');
server.keepAliveTimeout = KEEP_ALIVE_MS;
const { port } = server.address();
process.send?.({ port, tapPort: port });
