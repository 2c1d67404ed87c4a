import { showToast } from '../ui/toast.tsx';

/**
 * One toast for racers that were recorded (HD14). `waiting`: without a signal, or without an answer for long, the racers are safe
 * on this device and are said to be added. A refusal that comes later stands in the header: an error after 'Racer added
 * successfully!' would contradict it.
 */
export async function tellAdded(
  hearing: Promise<{ readonly kind: 'accepted' | 'refused' | 'waiting' }>,
  words: string,
): Promise<void> {
  const { kind } = await hearing;
  if (kind === 'refused') tellNotAdded();
  else showToast(words, { tone: 'good' });
}

export function tellNotAdded(): void {
  showToast('Error adding racer, please try again.', { tone: 'bad' });
}
