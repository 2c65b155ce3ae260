import Type, { type TSchema } from 'typebox';
import type { Answers, Outcomes } from '../../../engine/config/definitions.ts';
import { object } from '../../../engine/config/object.ts';
import { decide } from '../../../engine/flow/decide.ts';
import { answersByForm } from '../../../engine/flow/instances.ts';
import type { CompiledFlow, CorrectionRequest } from '../../../engine/flow/types.ts';
import type { Context } from '../../../engine/form/types.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import { brokenExpression } from '../../platform/alarms/brokenExpression.ts';
import type { Deps } from '../../platform/deps.ts';
import { todayOf } from '../../platform/time.ts';
import { answerOf } from '../../platform/flows/hooks.ts';
import type { FlowProgress } from '../../platform/flows/resume.ts';
import { addDays } from '../../../engine/config/days.ts';
import { sharedKinds } from '../submittedNumbers/numbers.ts';
import type { NumberKind } from '../submittedNumbers/table.ts';
import { numbersIn, photoOf } from './answers.ts';
import { named } from './named.ts';

/** A decision: the event for the application's life cycle and the values stored with it. */
export interface Outcome {
  event: string;
  reason?: string;
  limitCents?: number;
  /** Day from which the borrower may apply again. */
  resubmissionDay?: string;
  /** Fields that the borrower must fill in again. */
  corrections?: CorrectionRequest[];
  /** Numbers that other customers had also submitted when the decision was made. */
  shared?: readonly NumberKind[];
  /** The reason, for the audit log: the table's row or a port's verdict. Never an answer. */
  detail: Record<string, unknown>;
}

export const underwritingTable = 'underwriting';

const decided = (decision: string, properties: Record<string, TSchema>) =>
  object({ decision: Type.Literal(decision, { title: 'Decision' }), ...properties }, { title: 'Outcome' });
const reason = Type.String({ title: 'Reason', minLength: 1 });

/** The input of `outcomeOf`. */
export const underwritingOutcomes: Outcomes = {
  by: 'decision',
  of: {
    accepted: decided('accepted', {
      limitCents: Type.Integer({ title: 'Limit', description: 'In centavos.', minimum: 1, 'x-unit': 'cents' }),
    }),
    rejected: decided('rejected', {
      reason,
      retryAfterDays: Type.Integer({ title: 'Days until the next application', minimum: 0, maximum: 3650 }),
    }),
    referred: decided('referred', { reason }),
  },
};

/** Checks the ID photo, then evaluates the decision table. Calls ports, so run it before any transaction. */
export async function decideOutcome(deps: Deps, progress: FlowProgress): Promise<Outcome> {
  return (await documentProblem(deps, progress)) ?? underwrite(deps, progress);
}

async function documentProblem(deps: Deps, { customer, record }: FlowProgress): Promise<Outcome | undefined> {
  const photo = await photoOf(deps, customer.customerId, record.answers, named.idPhoto);
  if (!photo) throw new Error('application: complete without an ID photo');
  const verdict = await deps.ports.faceMatch.checkDocument(photo, { idType: String(answerOf(record.answers, named.idType)) });
  if (verdict === 'genuine') return undefined;
  if (verdict === 'mismatch') return { event: 'referred', reason: 'documentMismatch', detail: { document: verdict } };
  return idPhotoUnclear({ document: verdict });
}

const [identityForm = '', idPhotoField = ''] = named.idPhoto.split('.');

/** E09: the ID photo is unclear, so the borrower uploads it again. */
export const idPhotoUnclear = (detail: Record<string, unknown>): Outcome => ({
  event: 'identityProblem',
  reason: 'photoUnclear',
  corrections: [{ form: identityForm, field: idPhotoField, reason: 'photoUnclear' }],
  detail,
});

/**
 * The first row that holds decides. If an earlier row failed to evaluate, it might have been a refusal, so the application goes to manual
 * review.
 */
export async function underwrite(deps: Deps, { record, rules, customer }: FlowProgress): Promise<Outcome> {
  const today = todayOf(deps);
  const { table, expressions } = await rules.release.decisionTable(underwritingTable);
  const shared = await sharedKinds(deps.db, deps, customer.customerId, numbersIn(record.answers));
  const facts = factsOf(record, customer, shared);
  const context = decisionContext(rules.release, rules.flow, { answers: record.answers, facts, today });
  const { outcome, row, broken } = decide(table, expressions, context, brokenExpression(deps));
  const detail = { table: underwritingTable, row, release: rules.release.hash, facts, today };
  if (broken.length > 0) return { event: 'referred', reason: 'manualReview', detail: { ...detail, broken } };
  return { ...outcomeOf(outcome, today, detail), shared };
}

/** The inputs of a decision apart from the release: answers, facts that only the server has, and the day. */
export interface DecisionInput {
  answers: Answers;
  facts: Readonly<Record<string, unknown>>;
  today: string;
}

/** The context for the rows of a release's decision table. */
export function decisionContext({ manifest }: LoadedRelease, flow: CompiledFlow, { answers, facts, today }: DecisionInput): Context {
  const { constants, features } = manifest.settings;
  return { ...answersByForm(flow, answers), facts, today, constants, features };
}

/** Facts that only the server has. */
const factsOf = (record: FlowProgress['record'], { session }: FlowProgress['customer'], shared: readonly NumberKind[]) => ({
  ...record.facts,
  phoneVerified: true,
  isReloan: session['isReloan'] === true,
  identityShared: shared.includes('idNumber'),
  accountShared: shared.includes('account'),
});

function outcomeOf(outcome: Readonly<Record<string, unknown>>, today: string, detail: Record<string, unknown>): Outcome {
  const { decision, reason, limitCents, retryAfterDays } = outcome;
  return {
    event: String(decision),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(decision === 'accepted' ? { limitCents: limitOf(limitCents) } : {}),
    ...(decision === 'rejected' ? { resubmissionDay: addDays(today, typeof retryAfterDays === 'number' ? retryAfterDays : 0) } : {}),
    detail,
  };
}

function limitOf(limitCents: unknown): number {
  if (!Number.isSafeInteger(limitCents) || (limitCents as number) <= 0)
    throw new Error(`underwriting: accepted needs a limitCents above 0, got ${String(limitCents)}`);
  return limitCents as number;
}
