import { api } from '../../protocol/routes.ts';

/** A notification as the worker shows it. */
export interface Shown {
  readonly title: string;
  readonly options: NotificationOptions & {
    readonly data: Readonly<Record<string, string>>;
    readonly actions?: readonly { readonly action: string; readonly title: string }[];
  };
}

/** The page that a press on a notification opens; by action, and '' for the notification itself. */
const PAGE = '';

interface Pushed {
  readonly web_push?: unknown;
  readonly notification?: {
    readonly title?: unknown;
    readonly body?: unknown;
    readonly tag?: unknown;
    readonly navigate?: unknown;
    readonly actions?: readonly { readonly action?: unknown; readonly title?: unknown; readonly navigate?: unknown }[];
  };
}

/**
 * Reads a declarative push message, which Safari shows without a worker. Anything else is shown as well, in plain
 * words: a browser withdraws the subscription of a site that receives messages and shows nothing.
 */
export function readPushed(text: string | undefined, origin: string): Shown {
  const plain: Shown = { title: 'Pushoff', options: { body: 'There’s news of a race.', data: {} } };
  let pushed: Pushed | null;
  try {
    pushed = JSON.parse(text ?? 'null') as Pushed | null;
  } catch {
    return plain;
  }
  const told = pushed?.web_push === 8030 ? pushed.notification : undefined;
  if (typeof told?.title !== 'string') return plain;
  const own = (address: unknown) =>
    typeof address === 'string' && URL.canParse(address) && new URL(address).origin === origin ? address : '/';
  const actions = (told.actions ?? []).flatMap(({ action, title, navigate }) =>
    typeof action === 'string' && typeof title === 'string' ? [{ action, title, navigate: own(navigate) }] : [],
  );
  return {
    title: told.title,
    options: {
      body: typeof told.body === 'string' ? told.body : '',
      // Where a message comes twice, the second takes the place of the first.
      ...(typeof told.tag === 'string' && { tag: told.tag }),
      icon: '/icons/icon-192.png',
      actions: actions.map(({ action, title }) => ({ action, title })),
      data: Object.fromEntries([
        [PAGE, own(told.navigate)],
        ...actions.map(({ action, navigate }) => [action, navigate]),
      ]),
    },
  };
}

/** The request that stops the messages, where that was pressed: no page has to be opened for it. */
export function stopRequestOf(action: string, data: unknown): Request | null {
  const address = action === 'stop' ? (data as Partial<Record<string, string>> | null)?.['stop'] : undefined;
  const token = address === undefined ? null : new URL(address, 'https://x').searchParams.get('token');
  if (token === null) return null;
  return new Request(api.unfollow, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

export const pageOf = (data: unknown): string => (data as Partial<Record<string, string>> | null)?.[PAGE] ?? '/';
