import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface AcceptedMail {
  readonly to: readonly string[];
  /** Headers and body as they went over the wire. */
  readonly source: string;
}

export interface SmtpProcess {
  readonly url: string;
  readonly accepted: readonly AcceptedMail[];
  waitForMails(count: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startSmtpProcess(): Promise<SmtpProcess> {
  const script = fileURLToPath(new URL('smtp-process.mjs', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! });
  const [port] = (await once(lines, 'line')) as [string];
  const accepted: AcceptedMail[] = [];
  lines.on('line', (line) => accepted.push(JSON.parse(line) as AcceptedMail));
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    async waitForMails(count) {
      while (accepted.length < count) await once(lines, 'line');
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}
