import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';

/**
 * Addresses that this process tries to connect to on a port while the work runs; each attempt is reported as it begins.
 * Node reports it only as an event of the socket, which nobody else can listen to before it comes.
 */
export async function watchConnections(
  port: number,
  work: () => Promise<unknown>,
  onAttempt: () => void,
): Promise<string[]> {
  const tried: string[] = [];
  const emit = EventEmitter.prototype.emit;
  const sockets = Socket.prototype as { emit?: typeof emit };
  sockets.emit = function watch(this: Socket, name, ...values: unknown[]) {
    if (name === 'connectionAttempt' && values[1] === port) {
      tried.push(String(values[0]));
      onAttempt();
    }
    return emit.call(this, name, ...values);
  };
  try {
    await work();
  } finally {
    delete sockets.emit;
  }
  return tried;
}
