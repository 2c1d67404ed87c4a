import { type Call, createCall } from './create-call.ts';
import { forgetViewer, viewerEpoch } from './viewer.ts';

export { type CallError, callErrorOf } from './create-call.ts';

export const call: Call = createCall({
  fetch: (path, init) => fetch(path, init),
  epoch: viewerEpoch,
  onUnauthenticated: forgetViewer,
});
