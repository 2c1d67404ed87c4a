import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { WebhookMessage } from '../../src/protocol/webhooks.ts';

interface Received {
  readonly id: string;
  readonly isSigned: boolean;
  readonly message: WebhookMessage;
}

/** A receiver of messages that can be killed and started again at the same port. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The status of its answers; null: it hangs up without one, after the message has come. */
  answer: number | null;
  /** The secret by which signatures are checked. */
  secret: string;
  start(): Promise<void>;
  /** Ends the receiver in the middle of whatever it does. */
  kill(): Promise<void>;
}

export function createReceiver(port: number): Receiver {
  const received: Received[] = [];
  let server: Server | undefined;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: 200,
    secret: '',
    async start() {
      server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          const id = String(request.headers['webhook-id']);
          const signed = `${id}.${String(request.headers['webhook-timestamp'])}.${body}`;
          const key = Buffer.from(receiver.secret.replace('whsec_', ''), 'base64');
          const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
          const isSigned = request.headers['webhook-signature'] === signature;
          received.push({ id, isSigned, message: JSON.parse(body) as WebhookMessage });
          if (receiver.answer === null) request.socket.destroy();
          else response.writeHead(receiver.answer).end();
        });
      });
      await new Promise<void>((resolve, reject) => server!.once('error', reject).listen(port, '127.0.0.1', resolve));
    },
    async kill() {
      const closed = new Promise((resolve) => server!.close(resolve));
      server!.closeAllConnections();
      await closed;
    },
  };
  return receiver;
}
