import type { Answers } from '../../../engine/config/definitions.ts';
import { withoutItem } from '../../../engine/flow/instances.ts';
import { vaultOf } from '../../platform/crypto/vault.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import type { LoadedForm, LoadedRelease } from '../../platform/release/types.ts';
import { openSnapshot } from '../application/snapshot.ts';
import type { Application } from '../application/view.ts';
import type { SummaryRow } from './summary.ts';

export interface Opened {
  row: Application & SummaryRow & { keyOf: string | null };
  release: LoadedRelease;
  answers: Answers;
  forms: ReadonlyMap<string, LoadedForm>;
}

export async function findApplication(deps: Deps, id: string): Promise<Opened['row']> {
  const row = await deps.db
    .selectFrom('applications')
    .innerJoin('customers', 'customers.id', 'applications.customer_id')
    .selectAll('applications')
    .leftJoin('data_keys', 'data_keys.customer_id', 'customers.id')
    .select(['phone_sealed', 'data_keys.customer_id as keyOf'])
    .where('applications.id', '=', id)
    .executeTakeFirst();
  return row ?? fail('notFound');
}

/** An application with decrypted answers, under the release it was filled in with. */
export async function openAnswers(deps: Deps, id: string): Promise<Opened> {
  const row = await findApplication(deps, id);
  const release = (await deps.releases.get(row.release)) ?? deps.releases.active();
  const flow = await release.flow(row.flow);
  const ids = [...new Set(flow.steps.flatMap(({ form }) => form ?? []))];
  const forms = new Map(await Promise.all(ids.map(async (form) => [form, await release.form(form)] as const)));
  // A deleted account's key is destroyed, so its snapshot cannot be read.
  const vault = row.keyOf === null ? undefined : await vaultOf(deps.settings.keyring).of(deps.db, row.customer_id);
  return { row, release, forms, answers: vault ? openSnapshot(vault, row) : {} };
}

/**
 * Sensitivity of a field: undefined shows it, `pii` and `secret` mask it until it is revealed, `unknown` hides a field that the release
 * lacks.
 */
export const sensitivityOf = (forms: Opened['forms'], form: string, field: string): 'pii' | 'secret' | 'unknown' | undefined => {
  const definition = forms.get(withoutItem(form))?.module.fields[field];
  return definition ? definition.sensitive : 'unknown';
};

export const isRevealable = (sensitive: ReturnType<typeof sensitivityOf>): boolean => sensitive === 'pii' || sensitive === 'secret';
