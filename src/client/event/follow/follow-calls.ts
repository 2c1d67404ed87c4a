import type { FollowAnswer, FollowRequest, PushKeyAnswer } from '../../../protocol/followers.ts';
import { api } from '../../../protocol/routes.ts';
import { call } from '../../session/api.ts';

export async function fetchPushKey(): Promise<string | null> {
  const answer = await call<PushKeyAnswer>('GET', api.pushKey);
  return answer.ok ? answer.value.key : null;
}

/** Viewers who came by a link send its key; others are known by their session. */
export function follow(eventId: string, request: FollowRequest) {
  const key = new URLSearchParams(location.search).get('guestViewerKey');
  const query = key === null ? '' : `?key=${encodeURIComponent(key)}`;
  return call<FollowAnswer>('POST', api.followers.replace(':eventId', eventId) + query, request);
}

export const unfollow = (token: string) => call<{ stopped: true }>('POST', api.unfollow, { token });
