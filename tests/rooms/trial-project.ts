import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandOf } from '../../scripts/lib/project.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SETTINGS = ['.oxlintrc.json', 'package.json', 'scripts/lint', 'tsconfig.base.json'];
const ROOMS = ['domain', 'protocol', 'server', 'client', 'telemetry/domain'];

export interface TrialProject {
  write(file: string, code: string): void;
  /** The linter's messages by file, with this project's real settings. */
  lint(): Map<string, string[]>;
  /** The compiler's messages by file of a room, with the room's real settings. */
  compile(room: string): Map<string, string[]>;
  remove(): void;
}

interface LintReport {
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly filename: string }[];
}

function add(found: Map<string, string[]>, file: string, message: string): void {
  found.set(file, [...(found.get(file) ?? []), message]);
}

/** The real linter and compiler with the real settings, on files that must never be in the real tree. */
export function createTrialProject(): TrialProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pushoff-rooms-')));
  for (const path of [...SETTINGS, ...ROOMS.map((room) => `src/${room}/tsconfig.json`)]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');

  const run = (packageName: string, args: readonly string[]) =>
    spawnSync(process.execPath, [commandOf(packageName), ...args], { cwd: folder, encoding: 'utf8' });

  return {
    write(file, code) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${code}\n`);
    },
    lint() {
      const { stdout, stderr } = run('oxlint', ['--format=json', 'src']);
      if (!stdout.startsWith('{')) throw new Error(`The linter did not run: ${stdout}${stderr}`);
      const found = new Map<string, string[]>();
      for (const { code, message, filename } of (JSON.parse(stdout) as LintReport).diagnostics) {
        add(found, filename.replaceAll('\\', '/'), `${code}: ${message}`);
      }
      return found;
    },
    compile(room) {
      const found = new Map<string, string[]>();
      for (const line of run('typescript', ['-p', `src/${room}`, '--pretty', 'false']).stdout.split('\n')) {
        const [, file, message] = /^(\S+?)\(\d+,\d+\): error (.*)$/.exec(line) ?? [];
        if (file !== undefined && message !== undefined) add(found, file, message);
      }
      return found;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
