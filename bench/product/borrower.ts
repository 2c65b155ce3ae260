import { sleep } from '../statistics.ts';

/** A logged-in borrower for API calls. */
export interface Borrower {
  cookie: string;
  token: string;
  customerId: string;
  phoneNumber: string;
}

const json = { 'content-type': 'application/json' };

async function post(address: string, body: unknown): Promise<Response> {
  const response = await fetch(address, { method: 'POST', headers: json, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return response;
}

/** Reads a number's code from the SMS sandbox. */
async function codeFor(origin: string, phone: string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const outbox = JSON.stringify(await (await fetch(`${origin}/dev/outbox.json`)).json());
    const at = outbox.lastIndexOf(phone);
    const code = at < 0 ? undefined : /\b\d{4,8}\b/.exec(outbox.slice(at + phone.length))?.[0];
    if (code) return code;
    await sleep(100);
  }
  throw new Error(`No code for ${phone} in the outbox.`);
}

/** Registers a number by SMS code, like the screens do. */
export async function login(origin: string, phone: string): Promise<Borrower> {
  const asked = await post(`${origin}/api/auth/codes`, { phone, privacyAccepted: true, language: 'en' });
  const { challengeId } = (await asked.json()) as { challengeId: string };
  const opened = await post(`${origin}/api/auth/sessions`, { challengeId, code: await codeFor(origin, phone) });
  const { token, customerId, phoneNumber } = (await opened.json()) as Omit<Borrower, 'cookie'>;
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { cookie, token, customerId, phoneNumber };
}

export const headersOf = ({ cookie, token }: Borrower) => ({ cookie, 'x-hakbang-token': token });
