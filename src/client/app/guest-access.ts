import { useEffect, useLayoutEffect, useState } from 'react';
import { roleOf } from '../../domain/access/can.ts';
import type { Result } from '../../domain/result.ts';
import type { Boot } from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import { call, type CallError } from '../session/api.ts';
import { setBoot, useViewer } from '../session/viewer.ts';
import type { GuestKey } from '../sync/ports.ts';
import type { ShownEvent } from '../sync/event-store.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import { useObservable, useSync } from '../sync/use-sync.ts';

/** `joining`: an admin link is being turned into rights, and nothing can be tapped yet. */
export type GuestAccess = 'none' | 'joining' | 'viewer' | 'failed';

const TRY_AGAIN_MS = 5_000;

/**
 * Turns a guest link into access: the key is kept on the device, and a guest with the admin key gets an identity
 * without an account and joins the admins. A guest is signed in only once the server has shown the event: a wrong key,
 * or the preview of a link, creates no user.
 */
export function useGuestAccess(eventId: string | null, link: GuestKey | null, onKeyKept: () => void): GuestAccess {
  const sync = useSync();
  const shown = useObservable(eventId === null ? undefined : sync?.event(eventId), null);
  useKeepKey(sync, eventId, link, onKeyKept);
  const hasAdminKey = link?.kind === 'admin' || shown?.actor.key === 'admin';
  const isGuest = shown !== null && shown.event !== null && shown.problem === null && isWaitingGuest(shown);
  useSignInAsGuest(isGuest);
  useJoin(sync, eventId, isGuest);

  if (shown?.problem != null) return 'failed';
  if (link?.kind === 'viewer' || shown?.view === 'viewer') return 'viewer';
  const isAdmin = shown?.event != null && !isWaitingGuest(shown);
  return hasAdminKey && !isAdmin ? 'joining' : 'none';
}

const isWaitingGuest = ({ actor, event }: ShownEvent): boolean => event !== null && roleOf(actor, event) === 'guest';

/** The key is held before any child asks for the event: the first request must carry it. */
function useKeepKey(sync: SyncClient | null, eventId: string | null, link: GuestKey | null, onKept: () => void): void {
  const kind = link?.kind;
  const key = link?.key;
  useLayoutEffect(() => {
    if (sync === null || eventId === null || kind === undefined || key === undefined) return;
    let isOver = false;
    void sync.holdGuestKey(eventId, { kind, key }).then(() => {
      if (!isOver && kind === 'admin') onKept();
    });
    return () => {
      isOver = true;
    };
  }, [sync, eventId, kind, key, onKept]);
}

function useSignInAsGuest(isGuest: boolean): void {
  const isNobody = useViewer().kind === 'nobody';
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isGuest || !isNobody) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    void signInAsGuest().then((answer) => {
      if (!answer.ok && !isOver) timer = setTimeout(() => setTries(tries + 1), TRY_AGAIN_MS);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isGuest, isNobody, tries]);
}

/** Events that each client has tried to join: a refused joining must not be tried for ever. */
const joined = new WeakMap<SyncClient, Set<string>>();

function isFirstTry(sync: SyncClient, eventId: string): boolean {
  const tried = joined.get(sync) ?? new Set();
  joined.set(sync, tried);
  if (tried.has(eventId)) return false;
  tried.add(eventId);
  return true;
}

function useJoin(sync: SyncClient | null, eventId: string | null, isGuest: boolean): void {
  const isNobody = useViewer().kind === 'nobody';
  useEffect(() => {
    if (sync === null || eventId === null || !isGuest || isNobody) return;
    if (isFirstTry(sync, eventId)) void sync.recordForEvent(eventId, { type: 'admin.join' });
  }, [sync, eventId, isGuest, isNobody]);
}

/** A guest who came by a link gets an identity without an account; a user who has an account keeps it. */
async function signInAsGuest(): Promise<Result<Boot, CallError>> {
  const answer = await call<Boot>('POST', api.anonymous, {});
  if (answer.ok) setBoot(answer.value);
  return answer;
}
