import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Stored {
  readonly body: Buffer;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface S3StandIn {
  readonly url: string;
  /** The names of the stored objects, with the bucket in front. */
  names(): string[];
  stop(): Promise<void>;
}

/** The part of S3 that tus uses, in memory. Signatures are not checked; parts and ranges behave like S3's. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => send(response, 500, `<Error>${String(error)}</Error>`));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const key = decodeURIComponent(pathname.slice(1));
    const body = await readAll(request);
    const uploadId = searchParams.get('uploadId');
    if (request.method === 'POST' && searchParams.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, new Map());
      const named = `<UploadId>${id}</UploadId>`;
      return send(response, 200, `<InitiateMultipartUploadResult>${named}</InitiateMultipartUploadResult>`);
    }
    if (uploadId !== null) return answerUpload(request, response, { key, uploadId, body, searchParams });
    if (request.method === 'POST' && searchParams.has('delete')) {
      const bucket = key.split('/')[0];
      for (const [, name] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(`${bucket}/${name}`);
      return send(response, 200, '<DeleteResult/>');
    }
    if (request.method === 'PUT') {
      objects.set(key, { body, metadata: metadataIn(request) });
      return send(response, 200, '', { etag: '"one"' });
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return send(response, 204, '');
    }
    const found = objects.get(key);
    if (found === undefined) return send(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const content = range === null ? found.body : found.body.subarray(Number(range[1]), Number(range[2]) + 1);
    const headers = { ...found.metadata, 'content-length': String(content.length) };
    send(response, range === null ? 200 : 206, request.method === 'HEAD' ? '' : content, headers);
  }

  function answerUpload(
    { method }: IncomingMessage,
    response: ServerResponse,
    asked: { key: string; uploadId: string; body: Buffer; searchParams: URLSearchParams },
  ): void {
    const { key, uploadId, body, searchParams } = asked;
    const parts = uploads.get(uploadId);
    if (parts === undefined) return send(response, 404, '<Error><Code>NoSuchUpload</Code></Error>');
    if (method === 'PUT') {
      parts.set(Number(searchParams.get('partNumber')), body);
      return send(response, 200, '', { etag: '"part"' });
    }
    const inOrder = [...parts].toSorted(([one], [other]) => one - other);
    if (method === 'GET') {
      const part = ([at, { length }]: [number, Buffer]) =>
        `<Part><PartNumber>${at}</PartNumber><ETag>"part"</ETag><Size>${length}</Size></Part>`;
      return send(response, 200, `<ListPartsResult>${inOrder.map(part).join('')}</ListPartsResult>`);
    }
    uploads.delete(uploadId);
    if (method === 'DELETE') return send(response, 204, '');
    objects.set(key, { body: Buffer.concat(inOrder.map(([, part]) => part)), metadata: {} });
    const result = `<CompleteMultipartUploadResult><Location>${key}</Location></CompleteMultipartUploadResult>`;
    return send(response, 200, result);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names: () => [...objects.keys()],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function metadataIn({ headers }: IncomingMessage): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

function send(response: ServerResponse, status: number, body: string | Buffer, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(body);
}
