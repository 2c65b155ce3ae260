import { sql, type Selectable } from 'kysely';
import type { AcceptedDocument } from '../../contract/documents.ts';
import type { Deps } from '../deps.ts';
import { ownOrNotFound } from '../http/own.ts';
import { fail } from '../problem.ts';
import type { AcceptanceRow } from '../customer/table.ts';
import type { LoadedRelease } from '../release/types.ts';
import { fillDocument, readDocument } from './fill.ts';

const versionLength = 8;

type Acceptance = Selectable<AcceptanceRow>;

/** Every accepted document in every version, newest first. Titles are the current ones in `language`. */
export async function acceptedDocuments(deps: Deps, customerId: string, language: string): Promise<AcceptedDocument[]> {
  const accepted = await deps.db
    .selectFrom('consents')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('accepted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const release = deps.releases.active();
  return Promise.all(
    accepted.map(async (acceptance) => {
      const now = await readDocument(release, acceptance.document, language);
      return viewOf(deps, acceptance, now?.markdown ?? (await textOf(deps, acceptance)));
    }),
  );
}

/** An accepted document in the version that was accepted. Another customer's document is not found, and the attempt is logged. */
export async function acceptedText(deps: Deps, customerId: string, id: string): Promise<AcceptedDocument & { markdown: string }> {
  const row = await deps.db.selectFrom('consents').selectAll().where('id', '=', id).executeTakeFirst();
  const acceptance = ownOrNotFound(deps, customerId, 'acceptance', id, row);
  const markdown = await textOf(deps, acceptance);
  return markdown === undefined ? fail('notFound') : { ...viewOf(deps, acceptance, markdown), markdown };
}

function viewOf({ releases }: Deps, { id, document, hash, language, accepted_at: acceptedAt }: Acceptance, text = ''): AcceptedDocument {
  const versions = Object.values(releases.active().manifest.documents[document] ?? {});
  return {
    id,
    document,
    title: /^# (.+)$/m.exec(text)?.[1]?.trim() ?? document,
    language,
    version: hash.slice(0, versionLength),
    hash,
    acceptedAt: acceptedAt.toISOString(),
    isCurrent: versions.some((version) => version.hash === hash),
  };
}

/** Returns the text with a hash, from any release that contains it; undefined if none does. */
async function textOf(deps: Deps, { document, hash, language }: Acceptance): Promise<string | undefined> {
  const release = await releaseWith(deps, document, hash);
  if (!release) return undefined;
  const part = partOf(release, document, hash);
  if (part === undefined) return undefined;
  const { markdown } = JSON.parse(await release.text(part)) as { markdown: string };
  return fillDocument(release, { language, markdown });
}

const partOf = ({ manifest }: LoadedRelease, document: string, hash: string): string | undefined =>
  Object.values(manifest.documents[document] ?? {}).find((version) => version.hash === hash)?.part;

async function releaseWith({ db, releases }: Deps, document: string, hash: string): Promise<LoadedRelease | undefined> {
  const active = releases.active();
  if (partOf(active, document, hash) !== undefined) return active;
  const older = await db
    .selectFrom('releases')
    .select('hash')
    .where(
      sql<boolean>`exists (select from jsonb_each(manifest->'documents'->${document}) as version where version.value->>'hash' = ${hash})`,
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return older && releases.get(older.hash);
}
