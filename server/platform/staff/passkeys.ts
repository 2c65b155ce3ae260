import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Factors, PasskeyMade, PasskeyUsed } from '../../contract/staff/factors.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { productName } from '../release/productName.ts';
import { newChallenge, relyingParty, takeChallenge } from './challenges.ts';
import { endEnrolment } from './enrolment.ts';
import { refreshSession } from './fresh.ts';
import type { StaffSession } from './sessions.ts';
import type { StaffRow } from './table.ts';

const maxPasskeys = 10;

/** Loaded at the first passkey, because its 300 modules would delay the start of every server. */
const webAuthn = () => import('@simplewebauthn/server');

type Ceremony = Promise<{ options: Record<string, unknown> }>;

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** The second factors of a person. */
export async function factorsOf({ db }: Pick<Deps, 'db'>, id: string): Promise<Factors> {
  const { totp_sealed: secret } = await db.selectFrom('staff').select('totp_sealed').where('id', '=', id).executeTakeFirstOrThrow();
  const rows = await db.selectFrom('staff_passkeys').selectAll().where('staff_id', '=', id).orderBy('created_at').execute();
  const { count } = await db
    .selectFrom('staff_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staff_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    recoveryCodes: count,
    hasCode: secret !== null,
    passkeys: rows.map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      ...(row.last_used_at ? { lastUsedAt: row.last_used_at.toISOString() } : {}),
    })),
  };
}

/** The browser's options for creating a passkey that also identifies its owner and verifies the user. */
export async function newPasskey(deps: Deps, session: StaffSession, request: FastifyRequest): Ceremony {
  const { id: rpID } = relyingParty(deps, request);
  const { passkeys } = await factorsOf(deps, session.id);
  const challenge = await newChallenge(deps, { purpose: 'add', tokenHash: session.tokenHash });
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: productName(deps),
    rpID,
    userName: session.name,
    userID: new Uint8Array(Buffer.from(session.id)),
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options } };
}

/** Adds a passkey. Refuses with `passkeyRefused` unless the authenticator signed it for our site in this session. */
export async function addPasskey(
  deps: Deps,
  session: StaffSession,
  request: FastifyRequest,
  { name, passkey }: { name: string; passkey: PasskeyMade },
): Promise<{ id: string }> {
  const challenge = await takeChallenge(deps, passkey.response.clientDataJSON, { purpose: 'add', tokenHash: session.tokenHash });
  if (challenge === undefined) return fail('passkeyRefused');
  const { origin, id: rpID } = relyingParty(deps, request);
  const { verifyRegistrationResponse } = await webAuthn();
  const made = await verifyRegistrationResponse({
    response: passkey,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => refused(deps, session.id, error));
  if (!made?.verified) return fail('passkeyRefused');
  const { id, publicKey, counter } = made.registrationInfo.credential;
  return deps.db.transaction().execute(async (tx) => {
    await endEnrolment(tx, session);
    const others = await tx.selectFrom('staff_passkeys').select('id').where('staff_id', '=', session.id).execute();
    if (others.length >= maxPasskeys) fail('passkeysFull', { params: { most: maxPasskeys } });
    const row = {
      id,
      staff_id: session.id,
      public_key: publicKey,
      counter,
      name: name.trim(),
      created_at: deps.clock.now(),
      last_used_at: null,
    };
    const added = await tx
      .insertInto('staff_passkeys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) fail('passkeyRefused');
    await refreshSession(tx, deps, session, 'passkey');
    await audit(tx, deps, { actor: session.actor, action: 'staff.passkeyAdded', subject: `staff:${session.id}`, detail: { passkey: id } });
    return { id };
  });
}

/** A row lock, so that changes to one person's factors run one after another. */
const lockPerson = (tx: Tx, id: string) => tx.selectFrom('staff').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export async function renamePasskey(
  deps: Deps,
  session: StaffSession,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const renamed = await deps.db
    .updateTable('staff_passkeys')
    .set({ name: name.trim() })
    .where('id', '=', id)
    .where('staff_id', '=', session.id)
    .returning('id')
    .executeTakeFirst();
  return renamed ?? fail('notFound');
}

/** Removes a passkey. Refuses with `lastFactor` if it is the only way left to log in. */
export const removePasskey = (deps: Deps, session: StaffSession, id: string): Promise<{ id: string }> =>
  deps.db.transaction().execute(async (tx) => {
    await lockPerson(tx, session.id);
    const { hasCode, passkeys } = await factorsOf({ db: tx }, session.id);
    if (!passkeys.some((each) => each.id === id)) fail('notFound');
    if (!hasCode && passkeys.length === 1) fail('lastFactor');
    await tx.deleteFrom('staff_passkeys').where('id', '=', id).where('staff_id', '=', session.id).execute();
    await audit(tx, deps, {
      actor: session.actor,
      action: 'staff.passkeyRemoved',
      subject: `staff:${session.id}`,
      detail: { passkey: id },
    });
    return { id };
  });

/** The browser's options for a login with a passkey. The authenticator knows whose passkeys it has. */
export async function passkeyChallenge(deps: Deps, request: FastifyRequest): Ceremony {
  const { id: rpID } = relyingParty(deps, request);
  const challenge = await newChallenge(deps, { purpose: 'login' });
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({ rpID, challenge: bytesOf(challenge), userVerification: 'required' });
  return { options: { ...options } };
}

/** The browser's options for using one of the person's own passkeys. */
export async function confirmChallenge(deps: Deps, session: StaffSession, request: FastifyRequest): Ceremony {
  const { id: rpID } = relyingParty(deps, request);
  const { passkeys } = await factorsOf(deps, session.id);
  const challenge = await newChallenge(deps, { purpose: 'confirm', tokenHash: session.tokenHash });
  const allowCredentials = passkeys.map(({ id }) => ({ id }));
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    allowCredentials,
    userVerification: 'required',
  });
  return { options: { ...options } };
}

/** Makes a session fresh with one of the person's own passkeys. Refuses with `passkeyRefused`. */
export async function confirmPasskey(
  deps: Deps,
  session: StaffSession,
  request: FastifyRequest,
  passkey: PasskeyUsed,
): Promise<{ freshUntil: string }> {
  const owner = await ownerOf(deps, request, passkey, { purpose: 'confirm', tokenHash: session.tokenHash });
  if (owner?.id !== session.id) return fail('passkeyRefused');
  return deps.db.transaction().execute((tx) => refreshSession(tx, deps, session, 'passkey'));
}

/**
 * The owner of the passkey that signed our challenge for our site, with user verification. Undefined if any of this fails, if the person is
 * disabled, or if the authenticator has a counter that did not increase, as in a cloned one.
 */
export async function ownerOf(
  deps: Deps,
  request: FastifyRequest,
  passkey: PasskeyUsed,
  bound: Parameters<typeof takeChallenge>[2],
): Promise<Selectable<StaffRow> | undefined> {
  const challenge = await takeChallenge(deps, passkey.response.clientDataJSON, bound);
  if (challenge === undefined) return undefined;
  const known = await deps.db.selectFrom('staff_passkeys').selectAll().where('id', '=', passkey.id).executeTakeFirst();
  if (!known) return undefined;
  const { origin, id: rpID } = relyingParty(deps, request);
  const response = passkey as unknown as AuthenticationResponseJSON;
  const { verifyAuthenticationResponse } = await webAuthn();
  const used = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id: known.id, publicKey: new Uint8Array(known.public_key), counter: known.counter },
  }).catch((error: unknown) => refused(deps, known.staff_id, error));
  if (!used?.verified || !isOf(response, known.staff_id)) return undefined;
  const { newCounter } = used.authenticationInfo;
  const counted = await deps.db
    .updateTable('staff_passkeys')
    .set({ counter: newCounter, last_used_at: deps.clock.now() })
    .where('id', '=', known.id)
    .where((each) => each.or([each('counter', '<', newCounter), each.and([each('counter', '=', 0), each.val(newCounter === 0)])]))
    .returning('id')
    .executeTakeFirst();
  if (!counted) return undefined;
  return deps.db.selectFrom('staff').selectAll().where('id', '=', known.staff_id).where('disabled_at', 'is', null).executeTakeFirst();
}

/** Checks the owner that the authenticator reports. Some authenticators report none. */
const isOf = ({ response: { userHandle } }: AuthenticationResponseJSON, id: string) =>
  userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === id;

function refused({ log }: Deps, staff: string, error: unknown): undefined {
  log.warn({ staff, reason: error instanceof Error ? error.message : '' }, 'a passkey of staff was refused');
}
