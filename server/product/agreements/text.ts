import { createHash } from 'node:crypto';
import type { Answers } from '../../../engine/config/definitions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { activeAccount } from '../account/accounts.ts';
import { maskPhone, phoneVault } from '../../platform/customer/phone.ts';
import { openSnapshot } from '../application/snapshot.ts';
import { fillDocument, readDocument, type DocumentValues } from '../../platform/documents/fill.ts';
import { releaseOfLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';
import type { Reader } from '../../platform/customer/viewer.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import { documentOf, type AgreementKind } from './fields.ts';
import { valuesOf, type Told } from './values.ts';
import { wordingOf, type Wording } from './wording.ts';

/** A document of a loan as its borrower reads it. */
export interface Text {
  kind: AgreementKind;
  language: string;
  title: string;
  markdown: string;
  /** SHA-256 of the Markdown. */
  hash: string;
}

/**
 * Both documents of a loan in the borrower's language, by the release that it was disclosed under. They follow from the loan
 * alone: what is shown before signing is, letter by letter, what is frozen by it.
 */
export async function textsOf(reader: Reader, loan: LoanRecord): Promise<Text[]> {
  const { deps } = reader;
  const release = await releaseOfLoan(deps, loan);
  const { language, ...party } = await partyOf(reader, loan.application_id);
  const texts: Text[] = [];
  for (const kind of Object.keys(documentOf) as AgreementKind[]) {
    texts.push({
      kind,
      ...(await written(deps, release, { id: documentOf[kind], language }, (words) => valuesOf({ loan, ...party }, words))),
    });
  }
  return texts;
}

/** A document of a release, filled for one borrower in one language. */
export async function written(
  deps: Deps,
  release: LoadedRelease,
  { id, language }: { id: string; language: string },
  valuesIn: (words: Wording) => DocumentValues,
): Promise<Omit<Text, 'kind'>> {
  const document = await readDocument(release, id, language);
  if (!document) throw new Error(`release ${release.hash}: no document ${id}`);
  const values = valuesIn(await wordingOf(deps, release, document.language));
  const markdown = fillDocument(document.markdown, release.manifest.settings.constants, values);
  return { language: document.language, title: titleOf(markdown), markdown, hash: hashOf(markdown) };
}

/** Who signs: what an application and the customer tell of the person, and the language to write in. */
export async function partyOf(reader: Reader, applicationId: string): Promise<Omit<Told, 'loan'> & { language: string }> {
  const { db, deps, vault, customerId } = reader;
  const { language, phone } = await customerOf(db, deps, customerId);
  const answers = await answersOf(reader, applicationId);
  return { language, phone, answers, vault, account: await activeAccount(db, customerId) };
}

/**
 * Reads what `textsOf` needs of the loan's release, so that it stays in memory. Call it before a transaction in which an
 * agreement is frozen: reading a release there would need a second connection, which the embedded database does not have.
 */
export async function readyAgreements(deps: Deps, loan: Pick<LoanRecord, 'release'>): Promise<void> {
  const release = await releaseOfLoan(deps, loan);
  for (const { code } of release.manifest.settings.languages.offered) {
    await wordingOf(deps, release, code);
    for (const id of Object.values(documentOf)) await readDocument(release, id, code);
  }
  await release.lifeCycle('agreement');
}

const hashOf = (markdown: string): string => createHash('sha256').update(markdown).digest('hex');

const titleOf = (markdown: string): string => /^#\s+(.+)$/m.exec(markdown)?.[1]?.trim() ?? '';

async function customerOf(db: Db | Tx, { settings }: Deps, customerId: string): Promise<{ language: string; phone: string }> {
  const { language, phone_sealed: phone } = await db
    .selectFrom('customers')
    .select(['language', 'phone_sealed'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return { language, phone: phone ? maskPhone(phoneVault(settings.keyring).open(phone)) : '' };
}

async function answersOf({ db, vault }: Reader, id: string): Promise<Answers> {
  const { snapshot } = await db.selectFrom('applications').select('snapshot').where('id', '=', id).executeTakeFirstOrThrow();
  return openSnapshot(vault, { id, snapshot });
}
