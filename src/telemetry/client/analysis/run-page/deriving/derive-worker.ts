import { buffersOf, deriveAll, type DeriveAnswer, type DeriveRequest } from './derived.ts';

/** A ride of 300,000 points takes seconds: on the page they would pass without an answer to a touch. */
const page = self as unknown as {
  postMessage(answer: DeriveAnswer, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<DeriveRequest>) => void): void;
};

page.addEventListener('message', ({ data: { id, ...request } }) => {
  const derived = deriveAll(request);
  page.postMessage({ id, derived }, buffersOf(derived));
});
