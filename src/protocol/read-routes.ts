/**
 * The calls of a viewer's page. Apart from `api`, which holds these and all others, because that page would load every
 * address of the product with them.
 */
export const readApi = {
  boot: '/api/boot',
  event: '/api/events/:eventId',
  changes: '/api/events/:eventId/changes',
  group: '/api/groups/:groupId',
  clock: '/api/clock',
} as const;
