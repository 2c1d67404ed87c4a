import { readFile } from 'node:fs/promises';

/** Pages of other sites load the script before anything of ours: it must not be what they wait for. */
const MOST_EMBED_BYTES = 3 * 1024;

/** @param {string} file */
export async function checkEmbedScript(file) {
  const { length } = await readFile(file);
  if (length > MOST_EMBED_BYTES) {
    throw new Error(
      `${file} has ${length} bytes and may have ${MOST_EMBED_BYTES}: other sites load it on their pages.`,
    );
  }
}
