import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { ProviderError } from './providerError.ts';
import { assertKey, type StoragePort } from './storage.ts';

export interface S3Settings {
  bucket: string;
  /** Origin of the store, e.g. `https://s3.ap-southeast-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Only for temporary credentials. */
  sessionToken?: string;
}

export interface S3Options {
  /** Timeout for one attempt; 15,000 by default. */
  timeoutMs?: number;
  /** Retries after 5xx or 429; 2 by default. Every operation is idempotent. */
  retries?: number;
}

/**
 * Stores files in a bucket of any S3-compatible store, with path-style URLs (`<endpoint>/<bucket>/<key>`), which all of them support. The
 * signature covers the bytes, so a corrupted upload is refused.
 */
export function storageS3(settings: S3Settings, { timeoutMs = 15_000, retries = 2 }: S3Options = {}): StoragePort {
  const { bucket, endpoint, ...credentials } = settings;
  const client = new AwsClient({ ...credentials, service: 's3', retries });
  const call = async (method: string, key: string, body?: Uint8Array): Promise<Answer> => {
    assertKey(key);
    try {
      const response = await client.fetch(`${endpoint}/${encodeURIComponent(bucket)}/${key}`, {
        method,
        headers: { 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) },
        ...(body ? { body: new Uint8Array(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (error) {
      throw new ProviderError('unavailable', `storage: no answer (${error instanceof Error ? error.name : 'unknown'})`);
    }
  };
  return {
    put: async (key, bytes) => assertOk(await call('PUT', key, bytes)),
    async get(key) {
      const answer = await call('GET', key);
      if (isMissingKey(answer)) return undefined;
      assertOk(answer);
      return answer.bytes;
    },
    async delete(key) {
      const answer = await call('DELETE', key);
      if (!isMissingKey(answer)) assertOk(answer);
    },
  };
}

interface Answer {
  status: number;
  bytes: Uint8Array;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function assertOk({ status }: Answer): void {
  if (status >= 200 && status < 300) return;
  throw new ProviderError(status >= 500 || status === 429 ? 'unavailable' : 'refused', `storage: answered ${status}`);
}

/** Only the store's own `NoSuchKey` means a missing file. A missing bucket, or a 404 from a proxy, is a configuration error. */
const isMissingKey = ({ status, bytes }: Answer) => status === 404 && Buffer.from(bytes).includes('NoSuchKey');
