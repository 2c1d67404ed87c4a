import { errors } from '../../../protocol/errors.ts';
import {
  HISTORY_KEY_HEADER,
  type HistoryAnswer,
  historyPath,
  type RacerSeriesAnswer,
  racerSeriesPath,
} from '../../../protocol/history.ts';
import { call } from '../../session/api.ts';
import { createCall } from '../../session/create-call.ts';
import { viewerEpoch } from '../../session/viewer.ts';

/** With the key of the link in a header. A reader by link has no session that could end. */
const callWith = (key: string) =>
  createCall({
    errors,
    fetch: (path, init) => fetch(path, { ...init, headers: { ...init.headers, [HISTORY_KEY_HEADER]: key } }),
    epoch: viewerEpoch,
    onUnauthenticated: () => undefined,
  });

export const readHistory = (racerId: string, key: string | null) =>
  (key === null ? call : callWith(key))<HistoryAnswer>('GET', historyPath(racerId));

export const readRacerSeries = (racerId: string, key: string | null) =>
  (key === null ? call : callWith(key))<RacerSeriesAnswer>('GET', racerSeriesPath(racerId));

export const setLink = (racerId: string, isOn: boolean) =>
  call<{ linkKey: string | null }>('POST', `${historyPath(racerId)}/link`, { isOn });
