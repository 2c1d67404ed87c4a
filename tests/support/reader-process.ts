import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('reader-process.mjs', import.meta.url));

export interface ReadOrder {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Over a socket: the subscription to open and close again. */
  readonly follow?: object;
}

interface Cost {
  /** Processor time of this process, in milliseconds, for each request. */
  readonly ms: number;
  readonly status: number;
}

export interface ReaderProcess {
  /** Measures the work of the server in this process for the order. */
  measure(order: ReadOrder, times: number): Promise<Cost>;
  stop(): void;
}

export function startReaderProcess(): ReaderProcess {
  const child: ChildProcess = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    async measure(order, times) {
      const before = process.cpuUsage();
      child.send({ ...order, times });
      const [status] = (await once(child, 'message')) as [number];
      const { user, system } = process.cpuUsage(before);
      return { ms: (user + system) / 1000 / times, status };
    },
    stop: () => void child.kill(),
  };
}
