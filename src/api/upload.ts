import type { ApiClient, Output } from './client.ts';
import { ApiProblem, networkAbnormal, problemOf } from './problem.ts';
import { prepareRequest } from './request.ts';

/**
 * Sends a file as multipart/form-data. `fetch` tells no progress of what is sent, so this is the older way.
 * Rejects with `ApiProblem`, or with the signal's reason when it was called off.
 */
export function uploadFile(
  client: ApiClient,
  file: Blob,
  purpose: string,
  onProgress?: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<Output<'files.upload'>> {
  return new Promise((resolve, reject) => {
    const { method, path } = prepareRequest('files.upload');
    const request = new XMLHttpRequest();
    request.open(method, client.url(path));
    for (const [name, value] of Object.entries(client.headers())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Output<'files.upload'>);
      else reject(problemOf(request.status, request.response));
    });
    request.addEventListener('error', () => reject(new ApiProblem(networkAbnormal)));
    request.addEventListener('abort', () => reject(signal?.reason instanceof Error ? signal.reason : new ApiProblem(networkAbnormal)));
    signal?.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('purpose', purpose);
    form.append('file', file, 'photo.jpg');
    request.send(form);
  });
}
