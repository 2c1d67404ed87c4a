import { errors } from '../../protocol/errors.ts';
import { type Call, createCall } from './create-call.ts';
import { forgetViewer, viewerEpoch } from './viewer.ts';

export type { CallError } from './create-call.ts';
export { callErrorOf } from './call-errors.ts';

export const call: Call = createCall({
  errors,
  fetch: (path, init) => fetch(path, init),
  epoch: viewerEpoch,
  onUnauthenticated: forgetViewer,
});
