import { withoutItem } from '../../../engine/flow/instances.ts';
import type { Answers } from '../../../engine/config/definitions.ts';
import { mask } from '../../../engine/form/mask.ts';
import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import type { ApplicationSummary } from '../../contract/staff/applications.ts';
import { vaultOf } from '../../platform/crypto/vault.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { refuseUnfitRequests } from '../../platform/flows/sendBack.ts';
import { enumLabels } from '../../platform/release/enumLabels.ts';
import { decideByStaff, type StaffDecision } from '../application/staff.ts';
import { numberOf } from '../application/number.ts';
import { openSnapshot } from '../application/snapshot.ts';
import type { Application } from '../application/view.ts';
import { audit } from '../../platform/audit/audit.ts';
import { maskPhone, phoneVault } from '../../platform/customer/phone.ts';
import type { LoadedForm, LoadedRelease } from '../../platform/release/types.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { pageOf, pageSize } from '../../platform/page.ts';

const summaryColumns = ['applications.id', 'customer_id', 'state', 'reason', 'limit_cents', 'submitted_at', 'phone_sealed'] as const;

/** Applications, newest first, `pageSize` at a time. */
export async function listApplications(deps: Deps, { state, before }: { state?: string; before?: string }) {
  let query = deps.db
    .selectFrom('applications')
    .innerJoin('customers', 'customers.id', 'applications.customer_id')
    .select(summaryColumns)
    .orderBy('applications.id', 'desc')
    .limit(pageSize + 1);
  if (state !== undefined) query = query.where('state', '=', state);
  if (before !== undefined) query = query.where('applications.id', '<', before);
  const { shown, more } = pageOf(await query.execute());
  return { applications: shown.map((row) => summaryOf(deps, row)), ...more };
}

type SummaryRow = Pick<Application, 'id' | 'customer_id' | 'state' | 'reason' | 'limit_cents' | 'submitted_at'> & {
  phone_sealed: Uint8Array;
};

export function summaryOf({ settings }: Pick<Deps, 'settings'>, row: SummaryRow): ApplicationSummary {
  return {
    id: row.id,
    number: numberOf(row.id),
    customerId: row.customer_id,
    // A deleted account has no phone number left.
    phone: row.phone_sealed.length > 0 ? maskPhone(phoneVault(settings.keyring).open(row.phone_sealed)) : '',
    state: row.state,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.limit_cents === null ? {} : { limitCents: row.limit_cents }),
    submittedAt: row.submitted_at.toISOString(),
  };
}

interface Opened {
  row: Application & SummaryRow & { keyOf: string | null };
  release: LoadedRelease;
  answers: Answers;
  forms: ReadonlyMap<string, LoadedForm>;
}

async function find(deps: Deps, id: string): Promise<Opened['row']> {
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

/** An application with decrypted answers, under the release it was filled with. */
async function open(deps: Deps, id: string): Promise<Opened> {
  const row = await find(deps, id);
  const release = (await deps.releases.get(row.release)) ?? deps.releases.active();
  const flow = await release.flow(row.flow);
  const ids = [...new Set(flow.steps.flatMap(({ form }) => form ?? []))];
  const forms = new Map(await Promise.all(ids.map(async (form) => [form, await release.form(form)] as const)));
  // A deleted account's key is destroyed, so its snapshot cannot be read.
  const vault = row.keyOf === null ? undefined : await vaultOf(deps.settings.keyring).of(deps.db, row.customer_id);
  return { row, release, forms, answers: vault ? openSnapshot(vault, row) : {} };
}

/**
 * Sensitivity of a field: undefined shows it, `pii` and `secret` mask it until revealed, `unknown` hides a field that the release lacks.
 */
const sensitivityOf = (forms: Opened['forms'], form: string, field: string): 'pii' | 'secret' | 'unknown' | undefined => {
  const definition = forms.get(withoutItem(form))?.module.fields[field];
  return definition ? definition.sensitive : 'unknown';
};

const isRevealable = (sensitive: ReturnType<typeof sensitivityOf>): boolean => sensitive === 'pii' || sensitive === 'secret';

/** An application as staff see it. Sensitive answers are masked for every role; see `reveal`. */
export async function openApplication(deps: Deps, id: string) {
  const { row, forms, answers } = await open(deps, id);
  const masked = Object.entries(answers).map(([form, given]) => [
    form,
    Object.fromEntries(
      Object.entries(given).map(([field, value]) => {
        const sensitive = sensitivityOf(forms, form, field);
        return [
          field,
          sensitive
            ? mask(value, sensitive === 'pii' ? 'pii' : 'secret', forms.get(withoutItem(form))?.definition.schema.properties[field])
            : value,
        ];
      }),
    ),
  ]);
  const sensitive = Object.entries(answers).map(([form, given]) => [
    form,
    Object.keys(given).filter((field) => isRevealable(sensitivityOf(forms, form, field))),
  ]);
  const events = await deps.db
    .selectFrom('application_events')
    .select(['event', 'from_state', 'to_state', 'actor', 'at'])
    .where('application_id', '=', id)
    .orderBy('id')
    .execute();
  const state = await deps.db
    .selectFrom('flow_states')
    .select('corrections')
    .where('customer_id', '=', row.customer_id)
    .where('flow', '=', row.flow)
    .executeTakeFirst();
  return {
    application: summaryOf(deps, row),
    answers: Object.fromEntries(masked) as Record<string, Record<string, unknown>>,
    sensitive: Object.fromEntries(sensitive.filter(([, fields]) => (fields?.length ?? 0) > 0)) as Record<string, string[]>,
    corrections: [...(state?.corrections ?? [])],
    events: events.map(({ at, from_state: from, to_state: to, ...rest }) => ({ ...rest, from, to, at: at.toISOString() })),
    customerId: row.customer_id,
  };
}

/**
 * Returns one sensitive answer in the clear. Writes the audit row with reader and reason first, so that every reading is audited. A field
 * that the release lacks stays hidden.
 */
export async function reveal(
  deps: Deps,
  staff: StaffSession,
  { id, form, field, reason }: { id: string; form: string; field: string; reason: string },
): Promise<{ value: unknown }> {
  const { forms, answers } = await open(deps, id);
  const given = Object.hasOwn(answers, form) ? answers[form] : undefined;
  if (!given || !Object.hasOwn(given, field) || sensitivityOf(forms, form, field) === 'unknown') fail('notFound');
  await deps.db
    .transaction()
    .execute((tx) =>
      audit(tx, deps, { actor: staff.actor, action: 'answer.revealed', subject: `application:${id}`, detail: { form, field, reason } }),
    );
  return { value: given[field] };
}

/** Decides a referred application. An acceptance needs a limit, a rejection a reason. */
export async function decideApplication(deps: Deps, staff: StaffSession, id: string, decision: StaffDecision): Promise<{ state: string }> {
  const { state, release } = await find(deps, id);
  if (decision.decision === 'rejected') await refuseUnknownReason(deps, release, decision.reason);
  // The life cycle would also take a decision during underwriting or after a payout.
  if (state !== 'referred') fail('conflict', { detail: `Staff can decide only a referred application. This one is ${state}.` });
  return decideByStaff(deps, id, decision, staff.actor);
}

/** The borrower reads the reason of a rejection as a label of `enums.rejectionReason`. An older release has one list for all reasons. */
async function refuseUnknownReason(deps: Deps, hash: string, reason: string): Promise<void> {
  const release = (await deps.releases.get(hash)) ?? deps.releases.active();
  const { decisionReason = {}, rejectionReason = decisionReason } = await enumLabels(release, release.manifest.settings.languages.default);
  if (Object.hasOwn(rejectionReason, reason)) return;
  fail('invalidAnswers', {
    problems: [{ code: 'unknownReason', path: '/reason', params: { known: Object.keys(rejectionReason).join(', ') } }],
  });
}

/** Sends fields back to the borrower, each once and with a reason that fits it. Fields that depend on them open as well. */
export async function sendBack(
  deps: Deps,
  staff: StaffSession,
  id: string,
  corrections: readonly CorrectionRequest[],
): Promise<{ state: string }> {
  const { row, release, answers } = await open(deps, id);
  await refuseUnfitRequests(deps, { release, flow: row.flow, submitted: answers, requests: corrections });
  return decideByStaff(deps, id, { decision: 'sendBack', corrections: [...corrections] }, staff.actor);
}
