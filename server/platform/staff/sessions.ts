import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Selectable, sql } from 'kysely';
import type { StaffRole } from '../../contract/staff/operation.ts';
import type { PasskeyUsed } from '../../contract/staff/factors.ts';
import type { Person } from '../../contract/staff/people.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { cookieOfPages, pageCookieName } from '../http/hosts.ts';
import { fail } from '../problem.ts';
import { randomToken } from '../random.ts';
import { addSeconds } from '../time.ts';
import { audit } from '../audit/audit.ts';
import { tokenHeader } from '../sessions/sessions.ts';
import { sourceOf } from '../http/source.ts';
import { useRecoveryCode } from './recovery.ts';
import { deviceOf } from './device.ts';
import { unknownNameHash, passwordMatches } from './password.ts';
import { useCode } from './codes.ts';
import { ownerOf } from './passkeys.ts';
import { personOf } from './people.ts';
import type { StaffRow } from './table.ts';
import { forgetTries, takeCode, takeTry } from './tries.ts';

/** The session of a logged-in member of staff. */
export interface StaffSession {
  tokenHash: Uint8Array;
  id: string;
  name: string;
  role: StaffRole;
  /** Actor in the audit log: `staff:<id>`. */
  actor: string;
  /** The session was started without one of our factors, after a reset, and may only enrol one. */
  mustEnrol: boolean;
  /** When the person last used a second factor in this session; null if they never did. */
  verifiedAt: Date | null;
}

interface Credentials {
  name: string;
  password: string;
  /** Current code of the authenticator app. */
  code?: string;
  /** For a person who has lost the second factor. */
  recoveryCode?: string;
}

interface LoginSource {
  /** IP address. */
  address: string;
  /** The second secret of a browser's session. The command line has none. */
  cookie?: string | undefined;
  /** Whether one of our second factors was used. */
  isVerified?: boolean;
  /** Whether the provider of STAFF_OIDC_ISSUER authenticated the person. */
  byProvider?: boolean;
  /** Browser and system, for the list of open sessions. */
  device?: string | null;
}

/** safety.md, Staff: 30 idle minutes, and at most one working day. */
export const idleSeconds = 30 * 60;
const absoluteSeconds = 12 * 3600;
const touchEverySeconds = 30;

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Logs staff in by name, password, and a second-factor code or a recovery code. An unknown name, a wrong password, a wrong or used code and
 * a disabled person all get the same response (`unauthenticated`) after the same work. Too many attempts get `tooFrequent`, whether or not
 * the name exists. Each attempt is counted before it is evaluated, so concurrent attempts gain nothing.
 */
export async function loginStaff(
  deps: Deps,
  { name, password, code = '', recoveryCode }: Credentials,
  { address, cookie, device }: LoginSource,
): Promise<{ token: string; person: Person; expiresAt: string }> {
  const source = sourceOf(address);
  await takeTry(deps, name, source);
  const row = await deps.db.selectFrom('staff').selectAll().where('name', '=', name).executeTakeFirst();
  const isRight = await passwordMatches(password, row?.password_hash ?? unknownNameHash);
  if (!row || !isRight || !mayLogInHere(deps, row) || !(await takeCode(deps, row))) return refuseLogin(deps, row?.id);
  return deps.db.transaction().execute(async (tx) => {
    const isUsed = recoveryCode === undefined ? await useCode(tx, deps, row, code) : await useRecoveryCode(tx, deps, row.id, recoveryCode);
    if (!isUsed) return refuseLogin(deps, row.id);
    await forgetTries(tx, name, source);
    return beginHere(tx, deps, row, { address: source.address, cookie, device: device ?? null });
  });
}

/** Starts a session for a person who has been authenticated. */
export async function beginStaffSession(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  id: string,
  { address, cookie, device = null, byProvider = false, isVerified = !byProvider }: LoginSource,
): Promise<{ token: string; expiresAt: string }> {
  const now = deps.clock.now();
  const token = randomToken(deps.random);
  const expiresAt = addSeconds(now, absoluteSeconds);
  await tx
    .insertInto('staff_sessions')
    .values({
      token_hash: hash(token),
      cookie_hash: cookie === undefined ? null : hash(cookie),
      staff_id: id,
      source: address,
      device,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      by_provider: byProvider,
      verified_at: isVerified ? now : null,
      ended_at: null,
    })
    .execute();
  await audit(tx, deps, {
    actor: `staff:${id}`,
    action: 'staff.loggedIn',
    subject: `staff:${id}`,
    ...(byProvider ? { detail: { byProvider } } : {}),
  });
  return { token, expiresAt: expiresAt.toISOString() };
}

/** Whether a person may log in with our factors: everybody with access, or only the emergency account (STAFF_OIDC_ONLY). */
export const mayLogInHere = (
  { settings }: Pick<Deps, 'settings'>,
  { disabled_at: disabledAt, is_emergency: isEmergency }: Pick<Selectable<StaffRow>, 'disabled_at' | 'is_emergency'>,
): boolean => disabledAt === null && (settings.providers.staffOidc?.only !== true || isEmergency);

/**
 * Starts the session of a person who has used one of our factors. Each use of the emergency account raises an alarm. Refuses if their
 * password, authenticator or access has changed since `row` was read: a reset must also stop a login in progress.
 */
export async function beginHere(tx: Tx, deps: Deps, row: Selectable<StaffRow>, source: LoginSource) {
  const unchanged = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', row.id)
    .where('password_hash', 'is not distinct from', row.password_hash)
    .where('totp_sealed', 'is not distinct from', row.totp_sealed)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!unchanged) return refuseLogin(deps, row.id);
  const begun = await beginStaffSession(tx, deps, row.id, source);
  if (row.is_emergency) {
    const about = `staff:${row.id}`;
    await audit(tx, deps, { actor: about, action: 'staff.emergencyUsed', subject: about });
    deps.alarms.raise({ kind: 'emergencyLogin', subject: about }, 'the emergency account of staff was used');
  }
  return { ...begun, person: personOf(row) };
}

function refuseLogin(deps: Deps, id: string | undefined): never {
  if (id !== undefined) deps.log.warn({ staff: id }, 'a staff login failed');
  return fail('unauthenticated');
}

/** Returns the staff session of a request, or refuses with `unauthenticated`. */
export async function resolveStaff(deps: Deps, request: FastifyRequest): Promise<StaffSession> {
  const { token, cookie } = secretsOf(deps, request);
  if (token === undefined) fail('unauthenticated');
  const row = await deps.db
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
    .select(['token_hash', 'staff.id', 'name', 'role', 'last_seen_at', 'expires_at', 'verified_at', 'enrol_until', 'by_provider'])
    .where('token_hash', '=', hash(token))
    .where('cookie_hash', cookie === undefined ? 'is' : '=', cookie === undefined ? null : hash(cookie))
    .where('ended_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const now = deps.clock.now();
  if (!row || now >= row.expires_at || now >= addSeconds(row.last_seen_at, idleSeconds)) return fail('unauthenticated');
  const mayEnrol = row.enrol_until !== null && (!row.by_provider || now < row.enrol_until);
  const mustEnrol = row.verified_at === null && (mayEnrol || !row.by_provider);
  // Once a factor is enrolled, sessions based on the password alone are no longer valid.
  if (mustEnrol && !mayEnrol) return fail('unauthenticated');
  if (!isByItself(request) && now >= addSeconds(row.last_seen_at, touchEverySeconds)) {
    await deps.db.updateTable('staff_sessions').set({ last_seen_at: now }).where('token_hash', '=', row.token_hash).execute();
  }
  return {
    tokenHash: row.token_hash,
    id: row.id,
    name: row.name,
    role: row.role,
    actor: `staff:${row.id}`,
    mustEnrol,
    verifiedAt: row.verified_at,
  };
}

/** A page also refreshes while nobody is there (src/staff/presence.ts). A client that omits the header only extends its own session. */
const isByItself = ({ headers }: FastifyRequest): boolean => headers['x-hakbang-by-itself'] !== undefined;

/** The conditions of `resolveStaff` on the session row itself (not on its cookie or enrolment), for `staff_sessions` joined with `staff`. */
export const hasStaffSession = (now: Date) =>
  sql`ended_at is null and disabled_at is null and expires_at > ${now} and last_seen_at > ${addSeconds(now, -idleSeconds)}`;

/** The command line sends a bearer token. A browser sends a token and a cookie, and neither is valid without the other. */
function secretsOf(deps: Deps, request: FastifyRequest): { token?: string | undefined; cookie?: string } {
  const { authorization, [tokenHeader]: token } = request.headers;
  if (authorization === undefined) {
    const cookie = typeof token === 'string' ? request.cookies[cookieNameOf(deps, request, hash(token))] : undefined;
    return typeof token === 'string' && cookie !== undefined ? { token, cookie } : {};
  }
  const [scheme, bearer] = authorization.split(' ');
  return { token: scheme?.toLowerCase() === 'bearer' ? bearer || undefined : undefined };
}

/** Each session has its own cookie, so one browser can be logged in to several staff applications. */
const cookieNameOf = (deps: Deps, request: FastifyRequest, tokenHash: Uint8Array): string =>
  pageCookieName(deps, request, `staff-${Buffer.from(tokenHash).toString('hex').slice(0, 12)}`);

/** Logs staff in from a browser: returns one secret, and sets the other as a cookie that scripts cannot read. */
export async function enterStaff(deps: Deps, credentials: Credentials, reply: FastifyReply) {
  const cookie = randomToken(deps.random);
  const begun = await loginStaff(deps, credentials, { address: reply.request.ip, cookie, device: deviceOf(reply.request) });
  setStaffCookie(deps, reply, { token: begun.token, cookie });
  return begun;
}

/**
 * Logs in a person who has chosen a password through a link and still has to enrol a factor. Every failure gets the same response
 * (`unauthenticated`).
 */
export async function enterToEnrol(deps: Deps, { name, password }: { name: string; password: string }, reply: FastifyReply) {
  const source = sourceOf(reply.request.ip);
  await takeTry(deps, name, source);
  const row = await deps.db.selectFrom('staff').selectAll().where('name', '=', name).executeTakeFirst();
  const isRight = await passwordMatches(password, row?.password_hash ?? unknownNameHash);
  const mayEnrol = row?.enrol_until && row.totp_sealed === null && deps.clock.now() < row.enrol_until;
  if (!row || !isRight || !mayEnrol || !mayLogInHere(deps, row)) return refuseLogin(deps, row?.id);
  const cookie = randomToken(deps.random);
  const begun = await deps.db.transaction().execute(async (tx) => {
    await forgetTries(tx, name, source);
    return beginHere(tx, deps, row, { address: source.address, cookie, isVerified: false });
  });
  setStaffCookie(deps, reply, { token: begun.token, cookie });
  return begun;
}

interface PasskeyCredentials {
  name?: string;
  password?: string;
  passkey: PasskeyUsed;
}

/**
 * Logs staff in with a passkey that verifies the user: alone, or as the second factor after name and password. Every failure gets the same
 * response (`unauthenticated`).
 */
export async function enterPasskey(deps: Deps, { name, password, passkey }: PasskeyCredentials, reply: FastifyReply) {
  const source = sourceOf(reply.request.ip);
  if (name !== undefined) await takeTry(deps, name, source);
  const row = await ownerOf(deps, reply.request, passkey, { purpose: 'login' });
  if (name !== undefined || password !== undefined) {
    const isRight = await passwordMatches(password ?? '', row?.password_hash ?? unknownNameHash);
    if (!isRight || row?.name !== name) return refuseLogin(deps, row?.id);
  }
  if (!row || !mayLogInHere(deps, row)) return refuseLogin(deps, row?.id);
  const cookie = randomToken(deps.random);
  const begun = await deps.db
    .transaction()
    .execute((tx) => beginHere(tx, deps, row, { address: source.address, cookie, device: deviceOf(reply.request) }));
  setStaffCookie(deps, reply, { token: begun.token, cookie });
  return begun;
}

export function setStaffCookie(deps: Deps, reply: FastifyReply, { token, cookie }: { token: string; cookie: string }): void {
  const { request } = reply;
  reply.setCookie(cookieNameOf(deps, request, hash(token)), cookie, { ...cookieOfPages(deps, request), maxAge: absoluteSeconds });
}

export function clearStaffCookie(deps: Deps, reply: FastifyReply, { tokenHash }: StaffSession): void {
  const { request } = reply;
  reply.clearCookie(cookieNameOf(deps, request, tokenHash), cookieOfPages(deps, request));
}

export async function logoutStaff(deps: Deps, { tokenHash }: StaffSession): Promise<void> {
  await deps.db.updateTable('staff_sessions').set({ ended_at: deps.clock.now() }).where('token_hash', '=', tokenHash).execute();
}
