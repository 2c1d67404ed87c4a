import './lib/require-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const { commandOf, fromRoot, root, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { endTree } = await import('./lib/run.mjs');

const STOP_MS = 15_000;

/**
 * Restarts the server on save, once the old one has gone and its port is free. It leads a group of its own, because a Ctrl-C
 * that reaches it from the terminal and again from here makes it kill the server in the middle of its work.
 * @param {NodeJS.ProcessEnv} env
 */
const startServer = (env) =>
  spawn(process.execPath, [commandOf('tsx'), 'watch', '--clear-screen=false', fromRoot('src', 'server', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
    env,
  });

await runCommand(async () => {
  await ensureInstalled();
  const { createServer } = await import('vite');

  process.env['PUSHOFF_DEV_SERVER_PORT'] ??= '3001';
  const pages = await createServer({ configFile: fromRoot('vite.config.ts'), clearScreen: false });
  await pages.listen();
  const address = process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${pages.config.server.port}`;

  const server = startServer({
    ...process.env,
    // Pages come from Vite, so its address is the one that the server says, mails and takes requests from.
    PUBLIC_URL: address,
    HOST: '127.0.0.1',
    PORT: process.env['PUSHOFF_DEV_SERVER_PORT'],
  });
  const ended = once(server, 'exit');

  let leaving = false;
  const leave = async () => {
    if (leaving) return;
    leaving = true;
    server.kill('SIGTERM');
    const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
    await Promise.all([ended, pages.close()]);
    clearTimeout(timer);
    endTree(server, 'SIGKILL');
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave);
  server.on('exit', (code) => {
    if (!leaving) process.exitCode = code || 1;
    void leave();
  });
});
