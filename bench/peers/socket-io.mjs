import { Server } from 'socket.io';
import { createTapServer, listen } from './tap-server.mjs';

const server = createTapServer((text) => io.to('event').emit('changes', JSON.parse(text)));
// A client that only counts may be slow to answer pings: long intervals avoid disconnects during the measurement.
const io = new Server(server, { pingInterval: 300_000, pingTimeout: 300_000, serveClient: false });
io.on('connection', (socket) => void socket.join('event'));
listen(server);
