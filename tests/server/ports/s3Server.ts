import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  url: string;
  /** `<bucket>/<key>` of each stored object. */
  names(): string[];
  /** Answers the next requests with 503, as S3 does to ask a client to slow down. */
  failNext(count: number): void;
  close: () => Promise<void>;
}

export interface S3Account {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  bucket: string;
}

/**
 * A small S3-compatible store with one bucket. It verifies AWS Signature Version 4 by the specification itself ("Signature calculations for
 * the Authorization header", Amazon S3 API reference), not with the library that signs.
 */
export async function startS3(account: S3Account): Promise<S3Server> {
  const files = new Map<string, Buffer>();
  let failures = 0;
  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const name = new URL(request.url ?? '/', 'http://s3').pathname.slice(1);
    const error = (status: number, code: string) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (failures > 0) {
      failures -= 1;
      return error(503, 'SlowDown');
    }
    const problem = signatureProblem(account, request, body);
    if (problem) return error(403, problem);
    if (name.split('/')[0] !== account.bucket) return error(404, 'NoSuchBucket');
    if (request.method === 'PUT') return void (files.set(name, body), response.end());
    if (request.method === 'DELETE') return void (files.delete(name), response.writeHead(204).end());
    const file = files.get(name);
    return file ? response.end(file) : error(404, 'NoSuchKey');
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => answer(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names: () => [...files.keys()],
    failNext: (count) => void (failures = count),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const skewMs = 15 * 60 * 1000;

function signatureProblem({ accessKeyId, secretAccessKey, region }: S3Account, request: IncomingMessage, body: Buffer): string | undefined {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': bodyHash = '' } = request.headers as Record<string, string>;
  const [, credential = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(authorization) ?? [];
  const day = date.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  if (credential !== `${accessKeyId}/${scope}`) return 'InvalidAccessKeyId';
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - time) < skewMs)) return 'RequestTimeTooSkewed';
  if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  for (const required of ['host', 'x-amz-date', 'x-amz-content-sha256']) if (!names.includes(required)) return 'AccessDenied';
  const url = new URL(request.url ?? '/', 'http://s3');
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, url.pathname, url.searchParams.toString(), headers, signed, bodyHash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secretAccessKey}`);
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}
