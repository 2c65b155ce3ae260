import { derive } from '../crypto/keyring.ts';
import { vaultOf } from '../crypto/vault.ts';
import type { Input, Output } from '../../contract/platformOperations.ts';
import type { Deps } from '../deps.ts';
import { ownOrNotFound } from '../http/own.ts';
import { fail } from '../problem.ts';
import { deleteFreeQuotas, keepSlot, type Reservation } from './quota.ts';
import { checked, type FileRules } from './checked.ts';
import { addressHolds, addressLifetimeSeconds, signedQuery } from './signedAddress.ts';
import type { FieldUi } from '../../../engine/config/formUi.ts';
import type { LoadedRelease } from '../release/types.ts';

/** The rules of every field with the purpose. A file must meet them all. */
type Purposes = ReadonlyMap<string, readonly FileRules[]>;

const known = new WeakMap<LoadedRelease, Promise<Purposes>>();

/** Purposes and rules from the release's photo and file widgets. */
function purposesOf(release: LoadedRelease): Promise<Purposes> {
  const purposes = known.get(release) ?? readPurposes(release);
  known.set(release, purposes);
  return purposes;
}

async function readPurposes(release: LoadedRelease): Promise<Purposes> {
  const forms = await Promise.all(Object.keys(release.manifest.forms).map((id) => release.form(id)));
  const fields = forms.flatMap(({ definition }) => layoutsIn(definition.ui.fields));
  const named = fields.flatMap((field): (FileRules & { purpose: string })[] => {
    const { purpose, types, maxMb, maxPages, quality } = (field['ui:options'] ?? {}) as unknown as FileRules & { purpose: string };
    if (field['ui:widget'] === 'photo') return [{ purpose, types: ['photo'], ...(quality ? { quality } : {}) }];
    if (field['ui:widget'] !== 'file') return [];
    return [{ purpose, types, ...(maxMb === undefined ? {} : { maxMb }), ...(maxPages === undefined ? {} : { maxPages }) }];
  });
  return Map.groupBy(named, ({ purpose }) => purpose);
}

/** Layouts of fields, and of the properties in their objects and list items. */
export const layoutsIn = (fields: Readonly<Record<string, FieldUi>>): FieldUi[] =>
  Object.values(fields).flatMap((field) => [field, ...layoutsIn(field.items ?? {})]);

type Upload = Output<'files.upload'>;

const placeOf = (fileId: string) => `file|${fileId}`;
const addressKey = (deps: Deps) => derive(deps.settings.keyring[0], 'file addresses');

/**
 * Checks a file and stores it encrypted with the customer's data key, under the id of its reservation.
 * Refuses with `badRequest` (unknown purpose), `tooFrequent`, or as `checked` does.
 */
export async function storeFile(
  deps: Deps,
  reservation: Reservation,
  { purpose, name }: Input<'files.upload'>,
  given: Uint8Array,
): Promise<Upload> {
  const { fileId, customerId } = reservation;
  const rules = (await purposesOf(deps.releases.active())).get(purpose);
  if (!rules) fail('badRequest', { problems: [{ code: 'enum', path: '/purpose' }] });
  const { bytes, ...kind } = await checked(given, rules);
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  await deps.ports.storage.put(fileId, vault.sealBytes(placeOf(fileId), bytes));
  const stored = { ...kind, sizeBytes: bytes.length };
  const sealedName = name === undefined ? null : vault.seal(placeOf(fileId), visible(name));
  await insertRow(deps, { fileId, customerId, purpose, sealedName, ...stored }).catch(async (error: unknown) => {
    await deps.ports.storage.delete(fileId);
    throw error;
  });
  reservation.isStored = true;
  return { fileId, ...stored };
}

/** Removes path separators and invisible characters, which can reverse the text next to them and so disguise a file type. */
const visible = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '');

const insertRow = (deps: Deps, file: Upload & { customerId: string; purpose: string; sealedName: string | null }): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await keepSlot(tx, file, deps.clock.now());
    await tx
      .insertInto('files')
      .values({
        id: file.fileId,
        customer_id: file.customerId,
        purpose: file.purpose,
        content_type: file.contentType,
        width_px: file.widthPx ?? null,
        height_px: file.heightPx ?? null,
        sealed_name: file.sealedName,
        size_bytes: file.sizeBytes,
        attached_at: null,
        created_at: deps.clock.now(),
      })
      .execute();
  });

/** Returns a short-lived URL of a customer's own file. Another customer's file is not found, and the attempt is logged. */
export async function addressOf(deps: Deps, customerId: string, fileId: string): Promise<Output<'files.address'>> {
  const found = await deps.db
    .selectFrom('files')
    .select(['customer_id', 'content_type', 'sealed_name'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  const row = ownOrNotFound(deps, customerId, 'file', fileId, found);
  const name = row.sealed_name === null ? undefined : await openName(deps, customerId, fileId, row.sealed_name);
  return {
    url: `/api/files/${fileId}/content?${signedQuery(addressKey(deps), fileId, deps.clock.now())}`,
    expiresInSeconds: addressLifetimeSeconds,
    contentType: row.content_type,
    ...(name === undefined ? {} : { name }),
  };
}

const openName = async (deps: Deps, customerId: string, fileId: string, sealed: string): Promise<string> =>
  String((await vaultOf(deps.settings.keyring).of(deps.db, customerId)).open(placeOf(fileId), sealed));

/** Returns the bytes of a signed URL. The signature is the permission. */
export async function openAddress(
  deps: Deps,
  fileId: string,
  expires: number,
  signature: string,
): Promise<{ bytes: Buffer; contentType: string }> {
  if (!addressHolds(addressKey(deps), fileId, expires, signature, deps.clock.now())) fail('notFound');
  const row = await deps.db.selectFrom('files').select(['customer_id', 'content_type']).where('id', '=', fileId).executeTakeFirst();
  if (!row) fail('notFound');
  return { bytes: await readOwn(deps, row.customer_id, fileId), contentType: row.content_type };
}

/** Decrypts a customer's photo, for checks on the server. */
export async function readPhoto(deps: Deps, customerId: string, fileId: string): Promise<Buffer> {
  const row = await deps.db
    .selectFrom('files')
    .select('id')
    .where('id', '=', fileId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!row) throw new Error('photo: does not belong to this customer');
  return readOwn(deps, customerId, fileId);
}

/** Whether an earlier file of the customer with the same purpose has the same content. Decrypts only files of the same size. */
export async function isSentAgain(deps: Deps, customerId: string, fileId: string): Promise<boolean> {
  const rows = await deps.db
    .selectFrom('files as given')
    .innerJoin('files as earlier', (join) =>
      join
        .onRef('earlier.customer_id', '=', 'given.customer_id')
        .onRef('earlier.purpose', '=', 'given.purpose')
        .onRef('earlier.size_bytes', '=', 'given.size_bytes')
        .onRef('earlier.id', '!=', 'given.id'),
    )
    .select('earlier.id')
    .where('given.id', '=', fileId)
    .where('given.customer_id', '=', customerId)
    .where('earlier.attached_at', 'is not', null)
    .limit(mostCompared)
    .execute();
  if (rows.length === 0) return false;
  const given = await readOwn(deps, customerId, fileId);
  const earlier = await Promise.all(rows.map(({ id }) => readOwn(deps, customerId, id)));
  return earlier.some((bytes) => bytes.equals(given));
}

const mostCompared = 10;

async function readOwn(deps: Deps, customerId: string, fileId: string): Promise<Buffer> {
  const [sealed, vault] = await Promise.all([deps.ports.storage.get(fileId), vaultOf(deps.settings.keyring).of(deps.db, customerId)]);
  if (!sealed) throw new Error(`file ${fileId}: the row exists, the bytes do not`);
  return vault.openBytes(placeOf(fileId), sealed);
}

const unattachedMs = 2 * 24 * 60 * 60 * 1000;

/** Deletes photos that no answer references. A job runs it regularly. */
export async function sweepFiles(deps: Deps): Promise<number> {
  await deleteFreeQuotas(deps.db, deps.clock.now());
  const rows = await deps.db
    .deleteFrom('files')
    .where('attached_at', 'is', null)
    .where('created_at', '<', new Date(deps.clock.now().getTime() - unattachedMs))
    .returning('id')
    .execute();
  await Promise.all(rows.map(({ id }) => deps.ports.storage.delete(id)));
  return rows.length;
}
