import type { Config } from '../config.ts';
import type { AdminAnswer } from './answers.ts';
import { backUp } from './backup-commands.ts';
import { restore } from './restore-commands.ts';
import { verify } from './verify-commands.ts';

/** What works on the database as it lies there, whether a server runs or not. Undefined when it is none of those. */
export function runOnDatabase(config: Config, words: readonly string[]): Promise<AdminAnswer> | undefined {
  const [command, file = ''] = words;
  if (command === 'verify' && words.length === 1) return verify(config);
  if (file === '' || words.length !== 2) return undefined;
  if (command === 'backup') return backUp(config, file);
  return command === 'restore' ? restore(config, file) : undefined;
}
