import { createHash } from 'node:crypto';
import type { Deps } from '../../platform/deps.ts';
import { activeAccount, type StoredAccount } from '../payoutAccount/accounts.ts';
import type { StoredCustomer } from '../../platform/customer/customers.ts';
import { maskPhone, phoneVault } from '../../platform/customer/phone.ts';
import { openSnapshot } from '../application/snapshot.ts';
import { fillDocument, readDocument, type DocumentValues } from '../../platform/documents/fill.ts';
import { releaseOfLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';
import type { Application } from '../application/view.ts';
import type { Reader, Viewer } from '../../platform/customer/viewer.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import { documentOf, type AgreementKind } from './fields.ts';
import { valuesOf, type DocumentInput } from './values.ts';
import { wordingOf, type Wording } from './wording.ts';

export interface Text {
  kind: AgreementKind;
  language: string;
  title: string;
  markdown: string;
  /** SHA-256 of the Markdown. */
  hash: string;
}

/**
 * Both documents of a loan in the borrower's language, under the release of its disclosure. They depend only on the loan, so the stored
 * text equals the text shown before signing, character for character.
 */
export async function textsOf(viewer: Viewer, loan: LoanRecord, signatory: Signatory): Promise<Text[]> {
  const { deps } = viewer;
  const release = await releaseOfLoan(deps, loan);
  const { language, ...party } = partyOf(viewer, signatory);
  const texts: Text[] = [];
  for (const kind of Object.keys(documentOf) as AgreementKind[]) {
    texts.push({
      kind,
      ...(await written(deps, release, { id: documentOf[kind], language }, (words) => valuesOf({ loan, ...party }, words))),
    });
  }
  return texts;
}

export async function written(
  deps: Deps,
  release: LoadedRelease,
  { id, language }: { id: string; language: string },
  valuesIn: (words: Wording) => DocumentValues,
): Promise<Omit<Text, 'kind'>> {
  const document = await readDocument(release, id, language);
  if (!document) throw new Error(`release ${release.hash}: no document ${id}`);
  const values = valuesIn(await wordingOf(deps, release, document.language));
  const markdown = fillDocument(release, document, values);
  return { language: document.language, title: titleOf(markdown), markdown, hash: hashOf(markdown) };
}

/** The person who signs, as stored. */
export interface Signatory {
  customer: Pick<StoredCustomer, 'language' | 'phone_sealed'>;
  application: Pick<Application, 'id' | 'snapshot'>;
  account: StoredAccount | undefined;
}

export const readSignatory = async ({ db, customerId }: Reader, applicationId: string): Promise<Signatory> => ({
  customer: await db.selectFrom('customers').select(['language', 'phone_sealed']).where('id', '=', customerId).executeTakeFirstOrThrow(),
  application: await db.selectFrom('applications').select(['id', 'snapshot']).where('id', '=', applicationId).executeTakeFirstOrThrow(),
  account: await activeAccount(db, customerId),
});

/** The signatory's values for a text, and the language to write it in. */
export function partyOf(
  { deps, vault }: Viewer,
  { customer: { language, phone_sealed: sealed }, application, account }: Signatory,
): Omit<DocumentInput, 'loan'> & { language: string } {
  const phone = maskPhone(phoneVault(deps.settings.keyring).open(sealed));
  return { language, phone, answers: openSnapshot(vault, application), vault, account };
}

/**
 * Loads the loan's release into memory for `textsOf`. Call it before a transaction that freezes an agreement: loading a release inside it
 * would need a second connection, which the embedded database does not have.
 */
export async function preloadAgreements(deps: Deps, loan: Pick<LoanRecord, 'release'>): Promise<void> {
  const release = await releaseOfLoan(deps, loan);
  for (const { code } of release.manifest.settings.languages.offered) {
    await wordingOf(deps, release, code);
    for (const id of Object.values(documentOf)) await readDocument(release, id, code);
  }
  await release.lifeCycle('agreement');
}

const hashOf = (markdown: string): string => createHash('sha256').update(markdown).digest('hex');

const titleOf = (markdown: string): string => /^#\s+(.+)$/m.exec(markdown)?.[1]?.trim() ?? '';
