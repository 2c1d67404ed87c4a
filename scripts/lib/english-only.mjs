import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from './project.mjs';

/** Everything that the server writes to people stands here, and is built for each language. */
const WORDS = /^src\/server\/words\//;
/** The operator has set the server up in English. */
const FOR_OPERATORS = /^src\/server\/(?:mail\/admin-notice|admin\/)/;
/** A mail has a subject, a message has a title. */
const WRITTEN = /(?<![\w.])(?:subject|title): ?(?:'[^']*\p{L}{2} [^']*'|`[^`]*\p{L}{2} [^`]*`)/u;
/** A function of the English words, taken past `wordsIn(language)`. */
const PAST_LANGUAGE =
  /import \{[^}]*\b(\w+Mail|describe(?:News|Results|Series|Stop)|receiptText)\b[^}]*\} from '[./]+words\/(?!words\.|in-language\.)/;

/** Why a module of the server writes to people in English only, if it does. @param {string} path @param {string} source */
export function writesEnglishOnly(path, source) {
  if (WORDS.test(path) || FOR_OPERATORS.test(path)) return undefined;
  const written = WRITTEN.exec(source)?.[0];
  if (written !== undefined)
    return `writes a mail or message in English only (${written}): move it to src/server/words`;
  const taken = PAST_LANGUAGE.exec(source)?.[1];
  return taken === undefined ? undefined : `sends ${taken} in English only: take it from wordsIn(language)`;
}

/** @returns {{ path: string; fault: string }[]} */
export const findEnglishOnly = () =>
  readdirSync(fromRoot('src', 'server'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/server/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const fault = writesEnglishOnly(path, readFileSync(fromRoot(path), 'utf8'));
      return fault === undefined ? [] : [{ path, fault }];
    });
