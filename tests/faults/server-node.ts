import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServerLife, type ServerLife } from '../cluster/server-life.ts';

const preload = fileURLToPath(new URL('./node-preload.mjs', import.meta.url));

export interface NodeParts {
  readonly entry: string;
  readonly dataDir: string;
  /** A folder for files of the harness. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Control {
  readonly clockOffsetMs: number;
  readonly isFull: boolean;
}

/** A server whose clock can be set wrong and whose database can be full. */
export interface ServerNode extends ServerLife {
  tell(control: Partial<Control>): void;
}

export function createServerNode({ entry, dataDir, folder, env }: NodeParts): ServerNode {
  const controlFile = join(folder, 'control.json');
  let control: Control = { clockOffsetMs: 0, isFull: false };
  const own = { NODE_OPTIONS: `--import=${preload}`, FAULTS_CONTROL: controlFile, LOG_LEVEL: 'warn' };
  return {
    ...createServerLife({ entry, dataDir, env: { ...own, ...env }, keepsTrying: true }),
    tell(change) {
      control = { ...control, ...change };
      writeFileSync(controlFile, JSON.stringify(control));
    },
  };
}
