import type { RenderedPage } from '../../protocol/page-data.ts';
import type { FollowingTransport, SyncPorts } from './ports.ts';
import { createRowsTransport } from './public-rows.ts';

/** The browser's side of `public-rows.ts`. The node itself, for a page that holds a socket. */
export function followRows(
  page: RenderedPage,
  device: Pick<SyncPorts, 'clock' | 'timers' | 'random'>,
  node: FollowingTransport,
): FollowingTransport {
  if (page.kind !== 'event' || page.rows === undefined) return node;
  return createRowsTransport(page.rows, {
    ...device,
    node,
    isHidden: () => document.hidden,
    fetch: (path, init) => fetch(path, init),
  });
}
