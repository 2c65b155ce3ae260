import { asReasoned } from '../../../engine/config/corrections.ts';
import type { Answers } from '../../../engine/config/definitions.ts';
import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { LoadedRelease } from '../release/types.ts';
import { flowCustomerOf, rulesFor } from './flowCustomer.ts';
import { readRecord, resealed, submittedRecord, writeRecord } from './record.ts';

export interface SendBack {
  /** The release under which the answers were submitted. */
  release: LoadedRelease;
  customerId: string;
  flow: string;
  submitted: Answers;
  requests: readonly CorrectionRequest[];
}

/**
 * Restores the submitted answers of a flow, opens the fields that were sent back and locks the rest until they are filled. Refuses with
 * `conflict` if the flow was saved concurrently.
 */
export async function sendBack(tx: Tx, deps: Deps, { release, customerId, flow, submitted, requests }: SendBack): Promise<void> {
  const customer = await flowCustomerOf({ ...deps, db: tx }, customerId);
  const record = await readRecord(tx, customer.vault, customerId, flow);
  if (!record) return;
  const rules = await rulesFor(deps, customer, release, flow);
  const corrections = requests.map((request) => asReasoned(release.manifest.corrections, request));
  const sent = submittedRecord(rules, { ...record, release: release.hash }, submitted);
  const next = { ...resealed(sent, customer.vault, rules.forms), corrections, revision: record.revision + 1 };
  if (!(await writeRecord(tx, next, rules.forms, deps.clock.now()))) fail('conflict');
}
