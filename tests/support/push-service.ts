import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { PUSH_CERTIFICATE, PUSH_PRIVATE_KEY } from './push-certificate.ts';

/** A message as a push service receives it. */
export interface PostedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface DeclarativeMessage {
  readonly web_push: number;
  readonly notification: {
    readonly title: string;
    readonly body: string;
    readonly navigate: string;
    readonly tag: string;
    readonly actions: readonly { readonly action: string; readonly title: string; readonly navigate: string }[];
  };
}

/** The answer to a message: an HTTP status, or none at all. */
type Answer = number | 'silence';

export interface PushService {
  readonly url: string;
  readonly posted: readonly PostedMessage[];
  /** Answers for the next messages, then 201. */
  answerWith(...answers: readonly Answer[]): void;
  /** Called with each message as it comes. */
  onMessage: (message: PostedMessage) => void;
  stop(): Promise<void>;
}

/** A push service on this machine (RFC 8030): takes messages over TLS and keeps them. */
export async function startPushService(): Promise<PushService> {
  const posted: PostedMessage[] = [];
  const answers: Answer[] = [];
  const server = createServer({ key: PUSH_PRIVATE_KEY, cert: PUSH_CERTIFICATE }, receive);
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
    posted.push(message);
    const answer = answers.shift() ?? 201;
    if (answer === 'silence') return;
    response.writeHead(answer).end();
    if (answer === 201) service.onMessage(message);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: PushService = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    answerWith: (...next) => void answers.push(...next),
    onMessage: () => undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

/** A browser's subscription, with the private half that stays in the browser. */
export function createSubscription(service: Pick<PushService, 'url'> & Partial<PushService>) {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  const path = `/wpush/${randomBytes(16).toString('hex')}`;
  const posted = () => service.posted?.filter((message) => message.path === path) ?? [];
  return {
    path,
    by: {
      kind: 'push' as const,
      endpoint: service.url + path,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    /** Messages to this subscription, in the order of their arrival, in plain text. */
    received: (): DeclarativeMessage[] =>
      posted().map(({ body }) => JSON.parse(decrypt(body, curve, publicKey, auth)) as DeclarativeMessage),
    headers: () => posted().map(({ headers }) => headers),
  };
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** RFC 8291, of a message with one record: what a browser does with it. */
function decrypt(message: Buffer, curve: ReturnType<typeof createECDH>, ours: Buffer, auth: Buffer): string {
  const salt = message.subarray(0, 16);
  const keyLength = message[20]!;
  const theirs = message.subarray(21, 21 + keyLength);
  const record = message.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ours, theirs]);
  const shared = hkdf(curve.computeSecret(theirs), auth, info, 32);
  const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Who signed a message (RFC 8292): the claims of its token, if the signature is that of the key beside it. */
export function readVapid(authorization: string): {
  readonly key: string;
  readonly claims: { aud: string; sub: string };
} {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const isRight = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('The token is not signed by its key');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string } };
}
