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
  /** Of temporary credentials. */
  sessionToken?: string;
}

export interface S3Options {
  /** How long one attempt may take; default 15,000. */
  timeoutMs?: number;
  /** Further attempts after 5xx or 429; default 2. Each operation on one key may be repeated. */
  retries?: number;
}

/**
 * Files in a bucket of any S3-compatible store, addressed by path (`<endpoint>/<bucket>/<key>`), which all of them understand. The
 * bytes are signed along, so that what arrives is what was sent.
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

/** The store says so by name: a missing bucket, or a 404 of a proxy, is a wrong setting and not a missing file. */
const isMissingKey = ({ status, bytes }: Answer) => status === 404 && Buffer.from(bytes).includes('NoSuchKey');
