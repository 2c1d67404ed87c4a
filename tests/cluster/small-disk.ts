import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own, small enough to be filled. */
export interface SmallDisk {
  readonly folder: string;
  fill(): void;
  makeRoom(): void;
  unmount(): void;
}

const mounted = new Set<string>();
process.on('exit', () => mounted.forEach(unmount));

function unmount(folder: string): void {
  mounted.delete(folder);
  // Unmounts at once, also while a process has a file of it open.
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

/** Undefined where this user may not mount anything. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  mounted.add(folder);
  chmodSync(folder, 0o755);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      for (const bytes of [1024 * 1024, 4096]) {
        const chunk = Buffer.alloc(bytes, 1);
        try {
          for (;;) writeSync(file, chunk);
        } catch {
          // Full, to the last chunk of this size.
        }
      }
      closeSync(file);
    },
    makeRoom: () => rmSync(filler, { force: true }),
    unmount: () => unmount(folder),
  };
}
