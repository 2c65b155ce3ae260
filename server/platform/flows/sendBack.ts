import { asReasoned, reasonsFor } from '../../../engine/config/corrections.ts';
import type { Answers } from '../../../engine/config/definitions.ts';
import { withoutItem } from '../../../engine/flow/instances.ts';
import { partOf } from '../../../engine/flow/sentBackParts.ts';
import type { CompiledStep, CorrectionRequest } from '../../../engine/flow/types.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { LoadedForm, LoadedRelease } from '../release/types.ts';
import { countSentBack } from './counts.ts';
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
  if (!(await writeRecord(tx, next, rules, deps.clock.now()))) fail('conflict');
  countSentBack(deps, { customer, rules }, requests);
}

/**
 * Refuses staff requests that nobody could fulfil or read: a field that no step asks for, a missing part (`badRequest`), a field named
 * twice, or a reason that does not fit (`invalidAnswers`).
 */
export async function refuseUnfitRequests(
  deps: Pick<Deps, 'releases'>,
  { release, flow, submitted, requests }: Omit<SendBack, 'customerId'>,
): Promise<void> {
  const { steps } = await release.flow(flow);
  const ids = [...new Set(steps.flatMap(({ form }) => form ?? []))];
  const forms = new Map(await Promise.all(ids.map(async (form) => [form, await release.form(form)] as const)));
  const unknown = requests.flatMap(({ form, field, part }, index) => {
    const loaded = forms.get(withoutItem(form));
    const { fields = {} } = loaded?.module ?? {};
    // Nobody types a derived answer.
    const isAsked = Object.hasOwn(fields, field) && !fields[field]?.derived && asksFor(steps, form, submitted);
    const hasPart = part === undefined || hasItem(loaded, field, partOf(submitted[form]?.[field], part));
    return isAsked && hasPart ? [] : [{ code: 'unknownField', path: `/corrections/${index}` }];
  });
  if (unknown.length > 0) fail('badRequest', { problems: unknown });
  // An older release lists no reasons, so its customers read the texts of the active one.
  const reasons = release.manifest.corrections ?? deps.releases.active().manifest.corrections;
  const problems = requests.flatMap(({ form, field, part, reason }, index) => {
    const overlaps = (other: CorrectionRequest) =>
      other.form === form && other.field === field && (other.part === part || other.part === undefined || part === undefined);
    const isRepeated = requests.findIndex(overlaps) < index;
    if (isRepeated) return [{ code: 'duplicate', path: `/corrections/${index}` }];
    const known = reasonsFor(reasons, withoutItem(form), field);
    return known.includes(reason)
      ? []
      : [{ code: 'unknownReason', path: `/corrections/${index}/reason`, params: { known: known.join(', ') } }];
  });
  if (problems.length > 0) fail('invalidAnswers', { problems });
}

/** Whether a step asks for these answers. Answers about an item exist only while the list has it. */
const asksFor = (steps: readonly CompiledStep[], key: string, submitted: Answers): boolean =>
  steps.some(({ form, forEach }) => form === withoutItem(key) && (forEach ? Object.hasOwn(submitted, key) : form === key));

/**
 * Whether the customer can correct this part alone. The device does not have secret answers, and all widgets except lists of objects change
 * an answer as a whole.
 */
function hasItem(form: LoadedForm | undefined, field: string, value: unknown): boolean {
  const isObjects = form?.definition.schema.properties[field]?.items?.properties !== undefined;
  return isObjects && form.module.fields[field]?.sensitive !== 'secret' && value !== undefined;
}
