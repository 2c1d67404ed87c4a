import { type ClockObservation, combineBurst, haveClocksParted, observeExchange } from '../../domain/timing/clock.ts';
import type { Answer, ClockAnswer, SyncPorts } from './ports.ts';

/** Exchanges for a tap's time: the quickest of five is seldom held up on its way. */
const BURST = 5;
const MOST_FAILURES = 1;

/** Makes several exchanges and combines them. Undefined where none succeeded. */
export async function measureBurst(
  clock: SyncPorts['clock'],
  exchange: () => Answer<ClockAnswer>,
  { most = BURST, isStopped = () => false }: { readonly most?: number; isStopped?(): boolean } = {},
): Promise<ClockObservation | undefined> {
  const found: ClockObservation[] = [];
  for (let failures = 0; failures <= MOST_FAILURES && found.length + failures < most && !isStopped();) {
    const sent = clock.read();
    const answer = await exchange();
    const received = clock.read();
    // An exchange during which the phone slept does not tell how long the way was.
    if (!answer.ok || haveClocksParted(sent, received)) failures += 1;
    else {
      const { received: serverReceived, sent: serverSent } = answer.value;
      found.push(observeExchange({ sent, serverReceived, serverSent, received }));
    }
  }
  return combineBurst(found);
}
