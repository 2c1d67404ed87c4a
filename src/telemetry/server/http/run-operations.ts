import { api } from '../../../protocol/routes.ts';
import {
  privacyZones,
  runChange,
  runLink,
  runOwnerBlock,
  runPaths,
  RUN_KEY_HEADER,
  runShare,
  sharedRunAnswer,
} from '../../protocol/runs.ts';
import { after, byKey, callsWith, known, type Operation } from '../../../server/http/operation.ts';
import type { runShapes } from './run-shapes.ts';

const byRunKey = { headers: { [RUN_KEY_HEADER]: 'The key of the link of the run' }, isOpen: true } as const;
const BYTES = 'application/octet-stream';
const tus = { 'tus-resumable': '1.0.0' };

const { get, head, post, put, patch, remove } = callsWith<keyof typeof runShapes | 'Nothing' | 'Stored'>();

/** The calls of telemetry. */
export const runOperations: readonly Operation[] = [
  get(runPaths.list, 'One’s own runs in short, 50 at a time, the last added first', 'RunPage', {
    query: { ...after, ...known },
  }),
  get(runPaths.shared, 'In short: runs of others that one keeps, and those offered', 'SharedRunPage', { query: after }),
  post(runPaths.sharedRun, 'Keep a run of somebody else, or take it off', 'Nothing', { body: sharedRunAnswer }),
  post(runPaths.owners, 'Be offered runs of somebody no more, or again', 'Nothing', { body: runOwnerBlock }),
  get(runPaths.runs, 'All runs, whole. Refused where they are many: ask for the lists.', 'Runs'),
  get(runPaths.run, 'A run as one may see it', 'Run', byRunKey),
  put(
    runPaths.run,
    'Create or change a run. A change of an older version is refused with the newest beside the code.',
    'Run',
    {
      body: runChange,
      query: { key: 'A guest key of the race that it is attached to, where one is no admin of that' },
    },
  ),
  get(runPaths.samples, 'The samples of a source, packed, as one may see them', null, { ...byRunKey, type: BYTES }),
  put(runPaths.samples, 'Store the samples of a source, packed', 'Stored', { sends: BYTES }),
  post(runPaths.shares, 'Share a run with an address', 'Run', { body: runShare }),
  post(runPaths.unshare, 'Share it with that address no more', 'Run', { body: runShare }),
  post(runPaths.link, 'Turn the link of a run on or off', 'Run', { body: runLink }),
  get(api.eventRuns, 'The runs that belong to results of an event', 'EventRuns', byKey),
  get(runPaths.zones, 'The zones that others do not see into', 'PrivacyZones'),
  put(runPaths.zones, 'Set those zones', 'PrivacyZones', { body: privacyZones }),
  post(runPaths.videos, 'Begin to upload a video (tus 1.0.0)', null, { headers: tus, status: 201, type: null }),
  patch(runPaths.video, 'Go on uploading it (tus 1.0.0)', null, {
    headers: tus,
    sends: 'application/offset+octet-stream',
    status: 204,
    type: null,
  }),
  head(runPaths.video, 'How far it has come (tus 1.0.0), or what GET would answer', null, { type: null }),
  get(runPaths.video, 'An uploaded video, in byte ranges', null, {
    query: { ticket: 'The videoTicket of a run that one came to by its link' },
    type: 'video/*',
    isOpen: true,
  }),
  remove(runPaths.video, 'Delete it (tus 1.0.0)', null, { headers: tus, status: 204, type: null }),
];
