import { sql } from 'kysely';
import type { Answers, FormAnswers } from '../../../engine/config/definitions.ts';
import type { CorrectionRequest, FlowNotice, FlowState } from '../../../engine/flow/types.ts';
import type { CustomerVault } from '../crypto/vault.ts';
import { json } from '../db/json.ts';
import type { Db, Tx } from '../db/database.ts';
import type { LoadedForm } from '../release/types.ts';
import { claimFrom, type Answered } from '../http/idempotency.ts';
import type { FlowRules } from './rules.ts';

/** A customer's way through a flow, in the clear, as the rules see it. */
export interface FlowRecord extends FlowState {
  customerId: string;
  flow: string;
  release: string;
  /** 0 while nothing was saved. */
  revision: number;
  corrections: readonly CorrectionRequest[];
  notices: readonly FlowNotice[];
  /** Sealed answers as they are stored; a save seals anew only what it changed. */
  sealed: Readonly<Record<string, string>>;
}

const placeOf = (flow: string, form: string) => `${flow}|${form}`;

export const emptyRecord = (customerId: string, flow: string, release: string): FlowRecord => ({
  customerId,
  flow,
  release,
  revision: 0,
  answers: {},
  sealed: {},
  confirmed: {},
  corrections: [],
  notices: [],
  facts: {},
});

/** Reads the way of a customer through a flow; undefined before the first save. */
export async function readRecord(db: Db | Tx, vault: CustomerVault, customerId: string, flow: string): Promise<FlowRecord | undefined> {
  const row = await db
    .selectFrom('flow_states')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .executeTakeFirst();
  if (!row) return undefined;
  const answers: Answers = { ...row.answers };
  for (const [form, sealed] of Object.entries(row.sealed)) {
    answers[form] = { ...answers[form], ...(vault.open(placeOf(flow, form), sealed) as FormAnswers) };
  }
  const { release, revision, sealed, confirmed, corrections, notices, facts } = row;
  return { customerId, flow, release, revision, answers, sealed, confirmed, corrections, notices, facts };
}

/** Answers of a form, split by whether the form calls them sensitive. */
function split(form: LoadedForm, answers: FormAnswers): { clear: FormAnswers; sensitive: FormAnswers } {
  const [clear, sensitive]: [FormAnswers, FormAnswers] = [{}, {}];
  for (const [field, value] of Object.entries(answers)) (form.module.fields[field]?.sensitive ? sensitive : clear)[field] = value;
  return { clear, sensitive };
}

/** What of an answer may be stored as it is: the clear part. What the form does not know (any more) counts as sensitive. */
export function clearAnswers(forms: ReadonlyMap<string, LoadedForm>, answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([id, form]) => {
      const loaded = forms.get(id);
      const shown = Object.entries(loaded ? split(loaded, form).clear : {}).filter(([field]) => loaded?.module.fields[field]);
      return [id, Object.fromEntries(shown)];
    }),
  );
}

/** The record with other answers to one form, sealed where the form says so. */
export function withForm(record: FlowRecord, vault: CustomerVault, form: LoadedForm, answers: FormAnswers): FlowRecord {
  const id = form.module.id;
  const { sensitive } = split(form, answers);
  const { [id]: _replaced, ...others } = record.sealed;
  const isSealed = Object.keys(sensitive).length > 0;
  return {
    ...record,
    answers: { ...record.answers, [id]: answers },
    sealed: isSealed ? { ...others, [id]: vault.seal(placeOf(record.flow, id), sensitive) } : others,
  };
}

/** The record sealed as another release's forms say. */
export function resealed(record: FlowRecord, vault: CustomerVault, forms: ReadonlyMap<string, LoadedForm>): FlowRecord {
  return Object.entries(record.answers).reduce((sealed, [id, answers]) => {
    const form = forms.get(id);
    return form ? withForm(sealed, vault, form, answers) : sealed;
  }, record);
}

/** The record with the answers as they were sent, every step confirmed. They are sealed only when it is stored (`resealed`). */
export function asSent({ flow, confirmation }: Pick<FlowRules, 'flow' | 'confirmation'>, record: FlowRecord, answers: Answers): FlowRecord {
  const sent = { ...record, answers, corrections: [] };
  const confirmed = flow.steps.flatMap(({ id }) => {
    const said = confirmation(id, sent);
    return said === undefined ? [] : [[id, said]];
  });
  return { ...sent, confirmed: Object.fromEntries(confirmed) };
}

/**
 * Closes a draft that is sent: no request is open any more, and a save that read it before fails.
 *
 * @returns whether it was still as it was sent
 */
export async function closeRecord(tx: Tx, { customerId, flow, revision }: FlowRecord, now: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('flow_states')
    .set({ corrections: json([]), revision: revision + 1, updated_at: now })
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Moves a record to another release, unless it was saved meanwhile. */
export async function writeRelease(tx: Tx, record: FlowRecord, forms: ReadonlyMap<string, LoadedForm>, now: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('flow_states')
    .set({ release: record.release, answers: json(clearAnswers(forms, record.answers)), sealed: json(record.sealed), updated_at: now })
    .where('customer_id', '=', record.customerId)
    .where('flow', '=', record.flow)
    .where('revision', '=', record.revision)
    .returning('revision')
    .executeTakeFirst();
  return updated !== undefined;
}

/**
 * Stores a record whose revision is one more than that of the stored one, unless somebody else was first, and with it the answer to the
 * request that wants it: one statement, so that a save without more to do needs no transaction. A key that was used before
 * fails as `isUsedKey` tells, and nothing is stored.
 *
 * @returns whether it was stored
 */
export async function writeRecord(
  db: Db | Tx,
  record: FlowRecord,
  forms: ReadonlyMap<string, LoadedForm>,
  now: Date,
  answered?: Answered,
): Promise<boolean> {
  const values = {
    release: record.release,
    revision: record.revision,
    answers: json(clearAnswers(forms, record.answers)),
    sealed: json(record.sealed),
    confirmed: json(record.confirmed),
    corrections: json(record.corrections),
    facts: json(record.facts),
    notices: json(record.notices),
    updated_at: now,
  };
  const saved =
    record.revision === 1
      ? db
          .insertInto('flow_states')
          .values({ ...values, customer_id: record.customerId, flow: record.flow, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('revision')
      : db
          .updateTable('flow_states')
          .set(values)
          .where('customer_id', '=', record.customerId)
          .where('flow', '=', record.flow)
          .where('revision', '=', record.revision - 1)
          .returning('revision');
  if (!answered) return (await saved.executeTakeFirst()) !== undefined;
  const { rows } = await sql`with saved as (${saved}), claimed as (${claimFrom('saved', answered, now)}) select 1 from saved`.execute(db);
  return rows.length > 0;
}

/**
 * Empties a flow that is done with, so that it can be begun again. Its revision goes up: a browser that still holds the
 * answers of before notices.
 *
 * @returns whether the flow was still as `record` says
 */
export async function resetRecord(tx: Tx, { customerId, flow, revision }: FlowRecord, now: Date): Promise<boolean> {
  const nothing = json({});
  const updated = await tx
    .updateTable('flow_states')
    .set({
      revision: revision + 1,
      answers: nothing,
      sealed: nothing,
      confirmed: nothing,
      facts: nothing,
      corrections: json([]),
      notices: json([]),
      updated_at: now,
    })
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst();
  return updated !== undefined;
}
