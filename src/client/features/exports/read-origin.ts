import { isEmbedOrigin } from '../../../protocol/embeds.ts';

/** The site of what an owner pastes: its name, or the address of one of its pages. Null where there is none. */
export function readOrigin(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d+(?:\/|$)/.test(text) ? text : `https://${text}`;
  const origin = URL.canParse(address) ? new URL(address).origin : '';
  return isEmbedOrigin(origin) ? origin : null;
}
