import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Headers of a borrower who is logged in. */
export interface LoggedIn {
  customerId: string;
  /** National number. */
  phone: string;
  headers: Record<string, string>;
}

export const post = (server: TestApp, url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers });

export const requestCode = (server: TestApp, phone: string, more: object = {}) =>
  post(server, '/api/auth/codes', { phone, privacyAccepted: true, ...more });

export const verifyCode = (server: TestApp, challengeId: string, code: string, more: object = {}) =>
  post(server, '/api/auth/sessions', { challengeId, code, ...more });

/** The code in the newest message to a number. */
export function codeSentTo(server: TestApp, phone: string): string {
  const sms = server.sms.outbox.find(({ to }) => to.endsWith(phone));
  return /\b\d{4,8}\b/.exec(sms?.text ?? '')?.[0] ?? '';
}

/** A code other than the right one. */
export const wrongCode = (right: string): string => Array.from(right, (digit) => (Number(digit) + 1) % 10).join('');

/** Requests a code. Returns the id of the challenge and the code that was sent. */
export async function challenge(server: TestApp, phone: string, more: object = {}): Promise<{ id: string; code: string }> {
  const answer = await requestCode(server, phone, more);
  expect(answer.json()).toHaveProperty('challengeId');
  return { id: answer.json<{ challengeId: string }>().challengeId, code: codeSentTo(server, phone) };
}

/** The device cookie of each number: in tests a borrower keeps the same phone. */
const devices = new WeakMap<TestApp, Map<string, string>>();

/** Registers or logs in by SMS code. */
export async function logIn(server: TestApp, phone = '9171234567', more: object = {}): Promise<LoggedIn> {
  const { id, code } = await challenge(server, phone, more);
  const known = devices.get(server) ?? new Map<string, string>();
  devices.set(server, known);
  const device = known.get(phone);
  const answer = await post(server, '/api/auth/sessions', { challengeId: id, code }, device ? { cookie: device } : {});
  expect(answer.statusCode).toBe(200);
  const { customerId, token } = answer.json<{ customerId: string; token: string }>();
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const named = answer.cookies.find(({ name }) => name.endsWith('device'));
  if (named) known.set(phone, `${named.name}=${named.value}`);
  return { customerId, phone, headers: { cookie, 'x-hakbang-token': token } };
}
