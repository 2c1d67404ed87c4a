import { type Answer, buffersOf, createAnswering, type Question } from './derived.ts';

/** A ride of 300,000 points takes seconds: on the page they would pass without an answer to a touch. */
const page = self as unknown as {
  postMessage(answer: { id: number; answer: Answer }, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<{ id: number; question: Question }>) => void): void;
};
const answering = createAnswering();

page.addEventListener('message', ({ data: { id, question } }) => {
  const answer = answering(question);
  page.postMessage({ id, answer }, [...buffersOf(answer)]);
});
