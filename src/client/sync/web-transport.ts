import { ok, refuse, type Result } from '../../domain/result.ts';
import { AS_NOBODY, LIVE_PATH, PACKED } from '../../protocol/live.ts';
import { fromText } from '../../protocol/live-text.ts';
import { readApi } from '../../protocol/read-routes.ts';
import { SCHEMA_QUERY, SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { type Call, type CallError, createCall, type KnownErrors } from '../session/create-call.ts';
import type { FollowingTransport, SyncError } from './ports.ts';

/** Background calls sign nobody out: an admin who is timing a race goes on timing it. */
export const createBackgroundCall = (errors: KnownErrors, more?: RequestInit): Call =>
  createCall({
    errors,
    fetch: (path, init) => fetch(path, { ...init, ...more }),
    epoch: () => 0,
    onUnauthenticated: () => undefined,
  });

const eventPath = (path: string, eventId: string, query: Record<string, string | undefined>) => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return path.replace(':eventId', encodeURIComponent(eventId)) + (search === '' ? '' : `?${search}`);
};

/** All requests of a viewer who records nothing. */
export function createFollowingTransport(call: Call, isNobody = false): FollowingTransport {
  return {
    fetchEvent: async (eventId, key) =>
      expecting('event', await call('GET', eventPath(readApi.event, eventId, { key }))),
    fetchChanges: async (eventId, after, key, sights) => {
      const query = { after: String(after), key, sights: sights?.join() };
      const answer = await call<object>('GET', eventPath(readApi.changes, eventId, query));
      const kind = ['changes', 'rows'].find((name) => answer.ok && name in answer.value);
      return expecting(kind ?? 'event', answer);
    },
    fetchGroup: async (groupId) =>
      expecting('events', await call('GET', readApi.group.replace(':groupId', encodeURIComponent(groupId)))),
    exchangeClock: async () => expecting('received', await call('GET', readApi.clock)),
    openSocket({ onOpen, onMessage, onClose }) {
      // A device that knows itself to be offline need not wake its radio; 'online' brings the next try.
      if (!navigator.onLine) {
        const timer = setTimeout(onClose, 0);
        return {
          send: () => undefined,
          close() {
            clearTimeout(timer);
            onClose();
          },
        };
      }
      const packed = typeof DecompressionStream === 'function' ? `&${PACKED}` : '';
      const query = `?${SCHEMA_QUERY}=${SCHEMA_VERSION}${packed}${isNobody ? `&${AS_NOBODY}` : ''}`;
      const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + LIVE_PATH + query);
      let hasClosed = false;
      const close = () => {
        if (hasClosed) return;
        hasClosed = true;
        onClose();
      };
      const breakOff = () => {
        socket.close();
        close();
      };
      const hear = (text: string) => {
        const message = hasClosed ? null : fromText(text);
        if (message !== null) onMessage(message);
      };
      /** Messages are inflated in order: each waits for the ones before it. */
      let line = Promise.resolve();
      let inLine = 0;
      socket.addEventListener('open', onOpen);
      socket.addEventListener('message', ({ data }: MessageEvent<string | Blob>) => {
        if (typeof data === 'string' && inLine === 0) return hear(data);
        inLine += 1;
        line = line
          .then(() => (typeof data === 'string' ? data : unpack(data)))
          .then((text) => {
            inLine -= 1;
            hear(text);
          }, breakOff);
      });
      socket.addEventListener('close', close);
      return {
        send(message) {
          if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
        },
        close: breakOff,
      };
    },
  };
}

function unpack(data: Blob): Promise<string> {
  return new Response(new Response(data).body!.pipeThrough(new DecompressionStream('deflate'))).text();
}

/** A captive portal answers with 200 as well: an answer without the expected field is an error. */
export function expecting<Value>(name: string, answer: Result<unknown, CallError>): Result<Value, SyncError> {
  if (!answer.ok) {
    const { code, retryAfterSeconds, isAnswer } = answer.error;
    return refuse({
      code,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(isAnswer && { isAnswer }),
    });
  }
  const isOurs = typeof answer.value === 'object' && answer.value !== null && name in answer.value;
  return isOurs ? ok(answer.value as Value) : refuse({ code: 'unavailable' });
}
