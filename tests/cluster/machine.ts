import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A machine of its own, as far as programs on it can tell: a network address, a disk for the database, processes. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  readonly disk: SmallDisk;
  /** A folder that outlives the machine's processes and does not fill up. */
  readonly folder: string;
  run(program: string, args: readonly string[], env: Readonly<Record<string, string>>): void;
  /** Ends every process on it at once, as a power cut does. */
  kill(): void;
  /** Stops or continues those of its processes whose command line has this text. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL', text?: string): void;
  /** From now on nothing passes between these ports of this machine and of the others, in either direction. */
  cutFrom(others: readonly string[], ports: readonly number[]): void;
  heal(): void;
  remove(): void;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

const BRIDGE = 'pushoff-db';
const NETWORK = '198.51.100';
const DISK_MB = 512;
/** Where Debian's PostgreSQL keeps its data and its sockets; every machine sees its own there. */
const OWN_FOLDERS = ['/var/lib/postgresql', '/run/postgresql'];
const ENTER = 'mount --bind "$1" "$3"; mount --bind "$2" "$4"; shift 4; exec setpriv "$@"';
/** What was sent is dropped without a word: programs see a peer that does not answer, as after a cable was pulled. */
const CHAINS = `table inet cut
delete table inet cut
table inet cut {
  chain from { type filter hook input priority 0; }
  chain to { type filter hook output priority 0; }
}`;

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });
const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // There was nothing to take away.
  }
};

/** The network that the machines share with this one, which has its first address. */
export function openNetwork(): void {
  closeNetwork();
  const taken = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
  // A second way to the same addresses would cut this machine off from its own network.
  if (taken.some((address) => address.startsWith(`${NETWORK}.`))) throw new Error(`${NETWORK}.0/24 is in use here.`);
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', `${NETWORK}.1/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
}

export const closeNetwork = (): void => quietly(() => ip('link', 'del', BRIDGE));

export function bootMachine(name: string, number: number, home: string, user: User): Machine {
  const space = `pushoff-${name}`;
  const cable = `pushoff-${number}`;
  const address = `${NETWORK}.${number}`;
  const folder = join(home, name);
  const disk = mountSmallDisk(join(folder, 'disk'), DISK_MB);
  if (disk === undefined) throw new Error('A cluster of three machines needs a user who may mount: run this as root.');
  const sockets = join(folder, 'sockets');
  for (const own of [folder, sockets, disk.folder]) {
    mkdirSync(own, { recursive: true });
    chownSync(own, user.uid, user.gid);
  }
  for (const path of OWN_FOLDERS) mkdirSync(path, { recursive: true });

  removeSpace(space, cable);
  ip('netns', 'add', space);
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
  ip('link', 'set', cable, 'master', BRIDGE, 'up');
  ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['lo', 'eth0']) ip('-n', space, 'link', 'set', device, 'up');

  const filter = (rules: string): void =>
    void execFileSync('ip', ['netns', 'exec', space, 'nft', '-f', '-'], { input: rules, stdio: 'pipe' });
  const signal: Machine['signal'] = (word, text) => {
    for (const pid of processesOf(space, text)) quietly(() => process.kill(pid, word));
  };
  return {
    name,
    address,
    disk,
    folder,
    run(program, args, env) {
      const log = openSync(join(folder, 'log'), 'a');
      const as = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups', '--', program, ...args];
      const [data, socketFolder] = OWN_FOLDERS as [string, string];
      const child = spawn(
        'ip',
        ['netns', 'exec', space, 'sh', '-ec', ENTER, 'sh', disk.folder, sockets, data, socketFolder, ...as],
        { cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env }, stdio: ['ignore', log, log] },
      );
      child.unref();
    },
    kill: () => signal('SIGKILL'),
    signal,
    cutFrom(others, ports) {
      const [peers, doors] = [others.join(', '), ports.join(', ')];
      const rules = (['sport', 'dport'] as const).flatMap((port) => [
        `add rule inet cut from ip saddr { ${peers} } tcp ${port} { ${doors} } drop`,
        `add rule inet cut to ip daddr { ${peers} } tcp ${port} { ${doors} } drop`,
      ]);
      filter([CHAINS, ...rules, ''].join('\n'));
    },
    heal: () => filter(`${CHAINS}\n`),
    remove() {
      removeSpace(space, cable);
      disk.unmount();
    },
  };
}

/** A network is gone when its last process is; its cable is taken away at once. */
function removeSpace(space: string, cable: string): void {
  for (const pid of processesOf(space)) quietly(() => process.kill(pid, 'SIGKILL'));
  quietly(() => ip('link', 'del', cable));
  quietly(() => ip('netns', 'del', space));
}

function processesOf(space: string, text = ''): number[] {
  try {
    const pids = execFileSync('ip', ['netns', 'pids', space], { encoding: 'utf8', stdio: 'pipe' }).split('\n');
    return pids.filter((pid) => pid !== '' && (text === '' || commandLineOf(pid).includes(text))).map(Number);
  } catch {
    return [];
  }
}

const commandLineOf = (pid: string): string => {
  try {
    return execFileSync('cat', [`/proc/${pid}/cmdline`], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return '';
  }
};
