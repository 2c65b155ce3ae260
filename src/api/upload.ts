import type { ApiClient, Output } from './client.ts';
import { ApiProblem, isTransient, networkAbnormal, problemOf } from './problem.ts';
import type { PreparedRequest } from './request.ts';

/** Delay before each retry (ms). If an upload arrives twice, no answer refers to the copy, and the server sweeps it. */
const retryDelaysMs = [800, 2400] as const;
const timeoutMs = 120_000;
/** A long name is truncated at the start, because its end contains the file extension. */
const maxNameLength = 120;

/**
 * Uploads a file as multipart/form-data and retries when the network fails. Rejects with `ApiProblem`, or with the signal's abort reason.
 */
export async function uploadFile(client: ApiClient, ...upload: Upload): Promise<Output<'files.upload'>> {
  const [, , , signal] = upload;
  const request = await client.prepare('files.upload');
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(client, request, ...upload);
    } catch (error) {
      const delay = retryDelaysMs[attempt];
      if (delay === undefined || signal?.aborted || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

type Upload = [file: Blob, purpose: string, onProgress?: (fraction: number) => void, signal?: AbortSignal];

/** Uses XMLHttpRequest because `fetch` reports no upload progress. */
function once(
  client: ApiClient,
  { method, path }: PreparedRequest,
  ...[file, purpose, onProgress, signal]: Upload
): Promise<Output<'files.upload'>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, client.url(path));
    request.withCredentials = client.isElsewhere;
    for (const [name, value] of Object.entries(client.headers())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.timeout = timeoutMs;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Output<'files.upload'>);
      else reject(problemOf(request.status, request.response));
    });
    for (const end of ['error', 'timeout']) request.addEventListener(end, () => reject(new ApiProblem(networkAbnormal)));
    request.addEventListener('abort', () => reject(signal?.reason instanceof Error ? signal.reason : new ApiProblem(networkAbnormal)));
    signal?.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('purpose', purpose);
    if (file instanceof File) form.append('name', file.name.slice(-maxNameLength));
    form.append('file', file, 'file');
    request.send(form);
  });
}

/** Returns the URL and the name of a stored file. */
export async function fileDetails(client: ApiClient, fileId: string): Promise<Output<'files.address'>> {
  const details = await client.call('files.address', { fileId });
  return { ...details, url: client.url(details.url) };
}
