import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { randomToken } from '../random.ts';
import { dayOf } from '../time.ts';
import { cookieOfPages, pageCookieName } from '../http/hosts.ts';
import { deviceSeconds } from './counters.ts';
import { notify } from '../notifications/notify.ts';

const cookieName = 'device';
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns the id of the device. It identifies the device to its own customers and grants no access. */
export const deviceOf = (deps: Pick<Deps, 'settings' | 'releases'>, request: FastifyRequest): string | undefined =>
  request.cookies[pageCookieName(deps, request, cookieName)];

export function setDeviceCookie(deps: Pick<Deps, 'settings' | 'releases'>, reply: FastifyReply, device: string): void {
  const { request } = reply;
  reply.setCookie(pageCookieName(deps, request, cookieName), device, { ...cookieOfPages(deps, request), maxAge: deviceSeconds });
}

interface Login {
  customerId: string;
  isNew: boolean;
  device: string | undefined;
  /** Id of the code that opened the session, so that a replayed response sends no second notification. */
  challengeId: string;
}

/**
 * Remembers the device of a login and notifies the customer if the device is new to them. Returns the id of the device. A device shared by
 * several customers keeps one id, so each of them recognises it.
 */
export async function recogniseDevice(tx: Tx, deps: Deps, { customerId, isNew, device, challengeId }: Login): Promise<string> {
  const now = deps.clock.now();
  const name = device ?? randomToken(deps.random);
  const known = await tx
    .updateTable('customer_devices')
    .set({ last_used_at: now })
    .where('customer_id', '=', customerId)
    .where('device_hash', '=', hash(name))
    .returning('customer_id')
    .executeTakeFirst();
  if (known) return name;
  await tx
    .insertInto('customer_devices')
    .values({ customer_id: customerId, device_hash: hash(name), first_used_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (!isNew) await notify(tx, deps, customerId, 'newDevice', { day: dayOf(deps, now) }, { key: `login:${challengeId}` });
  return name;
}
