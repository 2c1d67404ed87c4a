import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '../../../src/protocol/routes.ts';
import { publicNameOf } from '../../../src/server/access/public-name.ts';
import { eventPath } from '../people.ts';
import type { Target } from '../target.ts';

interface Named {
  readonly target: Target;
  readonly eventId: string;
  readonly keys: { readonly viewer: string };
}

/** The address that a cache asks for, as the page of the viewer link tells it. */
export function publicPath(route: 'publicRows' | 'publicWhole', { target, eventId, keys }: Named): string {
  const secret = readFileSync(join(target.dataDir, 'secret'), 'utf8').trim();
  return eventPath(api[route], eventId).replace(':name', publicNameOf(secret, eventId, keys.viewer));
}
