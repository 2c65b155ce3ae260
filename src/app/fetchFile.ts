import type { ApiClient } from '../api/client.ts';
import { ApiProblem, networkAbnormal, problemOf } from '../api/problem.ts';
import type { Requests } from '../api/request.ts';

const timeoutMs = 120_000;

/**
 * Calls an operation that responds with a file, and saves it under the server's file name. A link could not send the session token, so the
 * response is fetched and saved from memory. The header `hakbang-more` says that the file is only the first part.
 */
export async function fetchFile(
  client: Pick<ApiClient, 'headers' | 'url' | 'isElsewhere'>,
  { prepareRequest }: Pick<Requests, 'prepareRequest'>,
  operation: string,
  input: Record<string, unknown>,
): Promise<{ isWhole: boolean }> {
  const { method, path, body } = prepareRequest(operation, input);
  const response = await fetch(client.url(path), {
    method,
    headers: { ...client.headers(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    credentials: client.isElsewhere ? 'include' : 'same-origin',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body }),
  }).catch(offline);
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
  // The connection may be cut in the middle of the file.
  const file = await response.blob().catch(offline);
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: nameOf(response) }).click();
  // Some browsers resolve the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return { isWhole: response.headers.get('hakbang-more') !== 'true' };
}

const offline = (): never => {
  throw new ApiProblem(networkAbnormal);
};

const nameOf = ({ headers }: Response): string => /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export';
