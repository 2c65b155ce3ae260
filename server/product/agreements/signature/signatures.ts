import sharp from 'sharp';
import { sameName } from '../../../../engine/expression/runtime.ts';
import { vaultOf } from '../../../platform/crypto/vault.ts';
import type { SignatureInput } from '../../../contract/agreements.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fail } from '../../../platform/problem.ts';
import { randomToken, uuidV7 } from '../../../platform/random.ts';
import { ownName } from '../../application/ownName.ts';
import type { SignatureRow } from '../table.ts';
import { svgOf, type Outline } from './outline.ts';
import { drawnOutline } from './strokes.ts';
import { typedOutline } from './typedName.ts';

export interface Signature {
  outline: Outline;
  input: SignatureInput;
}

/** A signature whose sealed picture is in storage but which is not yet on file. */
export interface PreparedSignature extends Pick<SignatureRow, 'id' | 'customer_id' | 'kind' | 'sealed' | 'png_key'> {}

const placeOf = (id: string) => `signature|${id}`;

/**
 * Draws a signature's path and picture and stores the sealed picture. Refuses with `signatureUnclear`, or with `signatureNotYours` when a
 * typed name is not the borrower's own. Call it before the transaction that saves it; when that fails, call `discardSignature`.
 */
export async function prepareSignature(deps: Deps, customerId: string, input: SignatureInput): Promise<PreparedSignature> {
  const drawn = input.strokes !== undefined;
  // If the pad is empty, use the typed name.
  const outline = (drawn ? drawnOutline(input.strokes ?? []) : undefined) ?? (await outlineOfName(deps, customerId, input.typedName ?? ''));
  if (!outline) fail('signatureUnclear');
  const id = uuidV7(deps.clock, deps.random);
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  const png = await sharp(Buffer.from(svgOf(outline)))
    .png()
    .toBuffer();
  const key = randomToken(deps.random, 18);
  await deps.ports.storage.put(key, vault.sealBytes(placeOf(id), png));
  const sealed = vault.seal(placeOf(id), { outline, input } satisfies Signature);
  return { id, customer_id: customerId, kind: outline.draw === 'line' ? 'drawn' : 'typed', sealed, png_key: key };
}

async function outlineOfName(deps: Deps, customerId: string, typedName: string): Promise<Outline | undefined> {
  const outline = typedOutline(typedName);
  // The form makes the same check on the device (schemas/forms/signature.schema.json).
  if (outline && !sameName(typedName, (await ownName(deps, customerId)) ?? [])) fail('signatureNotYours');
  return outline;
}

/**
 * Puts a signature on file and replaces the previous one. It signs later loans too (L08); each agreement stores its own text.
 *
 * @returns its id
 */
export async function saveSignature(tx: Tx, deps: Pick<Deps, 'clock'>, prepared: PreparedSignature): Promise<string> {
  const now = deps.clock.now();
  await tx
    .updateTable('signatures')
    .set({ retired_at: now })
    .where('customer_id', '=', prepared.customer_id)
    .where('retired_at', 'is', null)
    .execute();
  await tx
    .insertInto('signatures')
    .values({ ...prepared, created_at: now, retired_at: null })
    .execute();
  return prepared.id;
}

/** Deletes the stored picture of a signature that was not saved. */
export const discardSignature = ({ ports }: Pick<Deps, 'ports'>, { png_key: key }: PreparedSignature): Promise<void> =>
  ports.storage.delete(key);

/** The id of the signature that a customer has on file. */
export async function validSignature(db: Db | Tx, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('signatures')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.id;
}

/** Decrypts a customer's own signature. */
export async function openSignature(deps: Pick<Deps, 'db' | 'settings'>, customerId: string, id: string): Promise<Signature> {
  const row = await deps.db
    .selectFrom('signatures')
    .select('sealed')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  return vault.open(placeOf(id), row.sealed) as Signature;
}
