import type { api } from './routes.ts';

/**
 * The calls of a viewer's page. Written apart from `api`, because that page would load every address of the product with
 * these; the compiler compares the two.
 */
export const readApi = {
  boot: '/api/boot',
  event: '/api/events/:eventId',
  changes: '/api/events/:eventId/changes',
  group: '/api/groups/:groupId',
  clock: '/api/clock',
} as const satisfies Partial<typeof api>;
