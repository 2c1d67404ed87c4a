import type { Log } from '../log.ts';
import type { BusTransport, TransportListener } from './bus.ts';

/** One subject for the installation: nodes that share a NATS server are taken to share a database. */
const SUBJECT = 'pushoff.news';

/** The NATS client is loaded here alone: an installation without a bus never reads it. */
export async function connectNats(
  busUrl: string,
  log: Log,
  { onText, onGap, onLost }: TransportListener,
): Promise<BusTransport> {
  const { connect } = await import('@nats-io/transport-node');
  const { host, username, password } = new URL(busUrl);
  const connection = await connect({
    servers: host,
    ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    name: 'pushoff',
    maxReconnectAttempts: -1,
    // A node starts and serves without the bus.
    waitOnFirstConnect: true,
    reconnectTimeWait: 500,
  });
  connection.subscribe(SUBJECT, {
    callback: (error, message) => (error === null ? onText(message.string()) : log.warn('The bus failed', { error })),
  });
  void watch();
  async function watch(): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        onLost();
        log.warn('The bus is gone; nodes look for themselves until it is back');
      }
      if (status.type === 'reconnect') onGap();
    }
  }
  return {
    async send(text) {
      connection.publish(SUBJECT, text);
    },
    // `drain` sends what was just published, if the server is there to take it.
    stop: () => connection.drain().catch(() => connection.close()),
  };
}
