import { staffOperations, type StaffOperations } from '../../contract/staff/operations.ts';
import type { DeskSession } from './session.ts';

/** Thrown when the server refuses a call or does not respond. Its message is for the person at the terminal. */
export class DeskError extends Error {
  override name = 'DeskError';
}

/** The operation needs a recent second-factor check. */
export class FreshCodeRequired extends DeskError {
  override name = 'FreshCodeRequired';
}

export type Input = Readonly<Record<string, unknown>>;

/** Calls a staff operation by its id. The contract decides which input goes into path, query and body. */
export async function callStaff(session: DeskSession, id: keyof StaffOperations, input: Input = {}): Promise<unknown> {
  const { method, path } = staffOperations[id];
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''));
  const rest = Object.fromEntries(Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined));
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = method === 'GET' || method === 'DELETE' ? new URLSearchParams(rest as Record<string, string>).toString() : '';
  const response = await fetch(new URL(query ? `${address}?${query}` : address, session.url), {
    method,
    headers: {
      ...(session.token ? { authorization: `Bearer ${session.token}` } : {}),
      ...(method === 'POST' || method === 'PUT' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' || method === 'PUT' ? { body: JSON.stringify(rest) } : {}),
  }).catch((error: unknown) => {
    throw new DeskError(`No answer from ${session.url}: ${String((error as Error).cause ?? error)}`);
  });
  if (response.ok && 'file' in staffOperations[id]) return response.text();
  const body = (await response.json().catch(() => ({}))) as Input;
  if (body['code'] === 'freshCodeRequired') throw new FreshCodeRequired('This needs a new code from your authenticator app.');
  if (!response.ok) throw new DeskError(refusal(response.status, body));
  return body;
}

function refusal(status: number, { code, detail, problems }: Input): string {
  if (status === 401) return 'You are not logged in, or your session has ended. Run: hakbang desk login.';
  const places = Array.isArray(problems)
    ? ` ${problems.map(({ code: what, path }: Input) => `${String(path)}: ${String(what)}`).join(', ')}`
    : '';
  return `Refused: ${typeof code === 'string' ? code : status}.${typeof detail === 'string' ? ` ${detail}` : ''}${places}`;
}
