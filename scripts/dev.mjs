import './lib/require-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const { commandOf, fromRoot, root, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { endTree } = await import('./lib/run.mjs');

const STOP_MS = 15_000;

/**
 * Restarts the server on save, once the old process has ended and its port is free. The watcher leads a process group
 * of its own: a Ctrl-C that reaches it twice, from the terminal and from here, would make it kill the server without a
 * clean stop.
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
    // Pages come from Vite, so Vite's address is the one that the server prints, mails and accepts as an origin.
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
