import { execFileSync } from 'node:child_process';

/**
 * PostgreSQL refuses to run as root, so root runs it as a user who owns nothing. Undefined for other users.
 * @returns {{ uid: number; gid: number } | undefined}
 */
export function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['nobody', 'postgres']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' })));
      if (uid && gid) return { uid, gid };
    } catch {
      // No user of that name.
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is no user 'nobody' or 'postgres' to run it as.");
}
