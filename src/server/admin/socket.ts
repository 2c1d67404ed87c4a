import { unlink } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { AdminAnswer } from './answers.ts';
import { type AdminParts, runAdminCommand } from './commands.ts';

/**
 * Admin commands reach the running server on a socket in DATA_DIR, which only its own user can enter: what they change
 * goes through the server itself. One line of JSON in, one out.
 */
function socketPath(dataDir: string): string {
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\pushoff-${dataDir.replaceAll(/\W/g, '-')}`
    : join(dataDir, 'admin.sock');
}

export async function startAdminSocket(
  parts: AdminParts,
  dataDir: string,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const path = socketPath(dataDir);
  const other = await openSocket(path);
  if (other === 'refused') await unlink(path);
  else if (other !== 'absent') other.destroy();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void answer(parts, socket, log);
  });
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      log.warn('No admin socket: npm run admin works on the database directly', { error });
      resolve();
    });
    server.listen(path, resolve);
  });
  return { stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function answer(parts: AdminParts, socket: Socket, log: Log): Promise<void> {
  try {
    const line = await readLine(socket);
    if (line === undefined) return;
    const words = JSON.parse(line) as string[];
    log.info('admin', { command: words[0] });
    socket.end(`${JSON.stringify(await runAdminCommand(parts, words))}\n`);
  } catch (error) {
    log.error('An admin command failed', { error });
    socket.end(`${JSON.stringify({ ok: false, text: 'The command failed; see the log of the server.' })}\n`);
  }
}

/** Undefined when no server is running on this folder. */
export async function askRunningServer(dataDir: string, words: readonly string[]): Promise<AdminAnswer | undefined> {
  const socket = await openSocket(socketPath(dataDir));
  if (typeof socket === 'string') return undefined;
  socket.write(`${JSON.stringify(words)}\n`);
  const line = await readLine(socket);
  if (line === undefined) throw new Error('The server stopped before it answered. Run the command again.');
  return JSON.parse(line) as AdminAnswer;
}

export async function isServerRunning(dataDir: string): Promise<boolean> {
  const socket = await openSocket(socketPath(dataDir));
  if (typeof socket === 'string') return false;
  socket.destroy();
  return true;
}

function openSocket(path: string): Promise<Socket | 'absent' | 'refused'> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'absent'),
    );
  });
}

/** Undefined when the other side closes before it has said anything. */
function readLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    socket.once('close', () => resolve(undefined));
  });
}
