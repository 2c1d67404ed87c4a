import { type AppContext, headerIn } from './context.ts';
import { ENGLISH } from './client-files.ts';

const COOKIE = /(?:^|; ?)language=([\w-]{2,6})(?:;|$)/;

/** Language that was chosen on this device, if the build has it. English for everybody else: browsers only get an offer. */
export function languageOf(c: AppContext, known: { has(language: string): boolean }): string {
  const chosen = COOKIE.exec(headerIn(c, 'cookie') ?? '')?.[1];
  return chosen !== undefined && known.has(chosen) ? chosen : ENGLISH;
}
