import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutboxRow } from '../../src/client/sync/ports.ts';
import type { Line } from './phone/lines.ts';
import type { Order } from './phone/phone-process.ts';
import { openPhoneStorage } from './phone/phone-storage.ts';
import { type PhonePlan, userIdOf } from './phone/plan.ts';

/** A phone whose disk outlives it. */
export interface PhoneOnDisk {
  readonly name: string;
  readonly plan: PhonePlan;
  open(): Promise<void>;
  /** Kills the phone's process at once, like a battery that falls out. */
  kill(): Promise<void>;
  jump(byMs: number): void;
  rest(): Promise<void>;
  show(seqs: Readonly<Record<string, number>>): Promise<void>;
  lines(): Line[];
  /** The user's commands on its disk: waiting, or refused with the reason. */
  rows(): Promise<readonly OutboxRow[]>;
}

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export function createPhone(name: string, program: string, folder: string, plan: PhonePlan): PhoneOnDisk {
  mkdirSync(folder, { recursive: true });
  let child: ChildProcess | undefined;
  let opened = 0;
  let { clockOffsetMs } = plan;

  function heard(phone: ChildProcess, word: string): Promise<void> {
    return new Promise((resolve, reject) => {
      phone.on('message', (message) => message === word && resolve());
      phone.once('exit', (code) => reject(new Error(`${name} ended by itself (${code})`)));
    });
  }
  async function tell(order: Order): Promise<void> {
    if (child === undefined) throw new Error(`${name} is not open`);
    const done = heard(child, order.order);
    child.send(order);
    await done;
  }
  return {
    name,
    plan,
    async open() {
      opened += 1;
      const now: PhonePlan = { ...plan, clockOffsetMs, seed: `${plan.seed} ${opened}` };
      writeFileSync(join(folder, 'plan.json'), JSON.stringify(now));
      const phone = fork(program, [folder], { execArgv: ['--enable-source-maps'], stdio: ['ignore', 2, 2, 'ipc'] });
      children.add(phone);
      phone.once('exit', () => children.delete(phone));
      await heard(phone, 'opened');
      child = phone;
    },
    async kill() {
      const killed = child;
      child = undefined;
      if (killed === undefined) return;
      killed.removeAllListeners('message');
      const gone = once(killed, 'exit');
      killed.kill('SIGKILL');
      await gone;
    },
    jump(byMs) {
      clockOffsetMs += byMs;
      child?.send({ order: 'jump', byMs } satisfies Order);
    },
    rest: () => tell({ order: 'rest' }),
    show: (seqs) => tell({ order: 'show', seqs }),
    lines: () => readLines(join(folder, 'lines.jsonl')),
    rows: () => openPhoneStorage(join(folder, 'phone.db')).listRows(userIdOf(plan)),
  };
}

function readLines(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
