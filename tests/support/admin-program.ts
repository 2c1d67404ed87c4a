import { runNode } from '../../scripts/lib/run.mjs';

/** `npm run admin` in a process of its own, from a build, whether a server runs or not. */
export async function runAdmin(
  entry: string,
  environment: { readonly DATA_DIR: string; readonly DATABASE_URL?: string },
  ...words: string[]
): Promise<{ readonly ok: boolean; readonly text: string }> {
  const { PATH } = process.env;
  const { ok, output } = await runNode(entry, words, { capture: true, env: { PATH, ...environment } });
  return { ok, text: output };
}
