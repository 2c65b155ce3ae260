import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { FieldUi } from '../../../engine/config/formUi.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import { fieldOf, pointer } from '../../../engine/form/pointer.ts';
import type { Problem } from '../../../engine/form/types.ts';
import type { CorrectionRequest, StepView } from '../../../engine/flow/types.ts';
import type { Db } from '../../db/database.ts';
import type { LoadedForm } from '../release/types.ts';
import type { FlowHooks } from './hooks.ts';
import type { FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';

export interface Arriving {
  answers: FormAnswers;
  /** Sensitive fields left as the server has them; it never sent them, so the browser cannot send them back. */
  kept: readonly string[];
}

/** What arrived, completed: the answers that would be stored, and the confirmations that need not be repeated. */
export interface Merged {
  answers: FormAnswers;
  /** Transient fields left out rightly: what they confirm was not typed anew. */
  unasked: ReadonlySet<string>;
}

/**
 * What was sent, completed by the stored values of the fields that were left as they are: sensitive ones, which the browser
 * does not have, and after a send-back all that were not asked for.
 */
export function merge(form: LoadedForm, { answers, kept }: Arriving, record: FlowRecord, hooks: FlowHooks): Merged {
  const { fields, id } = form.module;
  const stored = record.answers[id] ?? {};
  const asked = (field: string) => !isLocked(record) || isRequested(record.corrections, id, field);
  const left = Object.keys(stored).filter((field) => {
    if (Object.hasOwn(answers, field) || !Object.hasOwn(fields, field)) return false;
    // What was sent back has to be given anew: leaving it would fulfil the request with what was wrong.
    const requested = isRequested(record.corrections, id, field);
    return !asked(field) || (!requested && kept.includes(field) && fields[field]?.sensitive !== undefined);
  });
  const unasked = Object.keys(fields).filter((field) => {
    const confirmed = confirmedBy(form, field, hooks);
    return fields[field]?.transient && !Object.hasOwn(answers, field) && confirmed !== undefined && left.includes(confirmed);
  });
  return { answers: { ...answers, ...Object.fromEntries(left.map((field) => [field, stored[field]])) }, unasked: new Set(unasked) };
}

/** The field that this one asks to be typed a second time. */
function confirmedBy({ definition }: LoadedForm, field: string, { confirms }: FlowHooks): string | undefined {
  const ui = definition.ui.fields[field];
  const widget = ui?.['ui:widget'] ?? '';
  const confirmed = Object.hasOwn(confirms, widget) ? confirms[widget]?.(ui?.['ui:options'] ?? {}) : undefined;
  return typeof confirmed === 'string' ? confirmed : undefined;
}

/** Everything wrong with what arrives at a step; [] when it may be stored. */
export async function problemsOf(
  rules: FlowRules,
  record: FlowRecord,
  form: LoadedForm,
  merged: Merged,
  hooks: FlowHooks,
  db: Db,
): Promise<Problem[]> {
  const problems = rules.checkArriving(form, merged, record.answers);
  if (problems.length > 0) return problems;
  const settled = rules.settleArriving(form, merged.answers, record.answers);
  return [
    ...lockedProblems(rules, record, form, settled),
    ...(await fileProblems(db, record.customerId, form, settled, hooks, record.answers[form.module.id])),
  ];
}

const isLocked = (record: FlowRecord) => record.corrections.length > 0;

/**
 * After a send-back only the fields that were asked for are open, and what they newly require: a field that was stored
 * and was not asked for stays as it is.
 */
function lockedProblems(rules: FlowRules, record: FlowRecord, form: LoadedForm, settled: FormAnswers): Problem[] {
  if (!isLocked(record)) return [];
  const id = form.module.id;
  const stored = record.answers[id] ?? {};
  const wrong = new Set(rules.check(id, record.answers).map(({ path }) => fieldOf(path)));
  const open = (field: string) => isRequested(record.corrections, id, field) || wrong.has(field) || !Object.hasOwn(stored, field);
  return Object.keys(settled)
    .filter((field) => !open(field) && stableJson(stored[field]) !== stableJson(settled[field]))
    .map((field) => ({ code: 'locked', path: pointer(field) }));
}

const isRequested = (corrections: readonly CorrectionRequest[], form: string, field: string) =>
  corrections.some((request) => request.form === form && request.field === field);

export interface NamedFile {
  field: string;
  fileId: string;
  purpose: string;
}

/** Files that the answers of a form name. */
export function filesIn({ module, definition }: LoadedForm, answers: FormAnswers, hooks: FlowHooks): NamedFile[] {
  return Object.keys(module.fields).flatMap((field) => {
    const ui = definition.ui.fields[field];
    const widget = ui?.['ui:widget'] ?? '';
    const fileIds = Object.hasOwn(hooks.files, widget) ? (hooks.files[widget]?.(answers[field]) ?? []) : [];
    return fileIds.map((fileId) => ({ field, fileId, purpose: purposeOf(ui, field) }));
  });
}

function purposeOf(ui: FieldUi | undefined, field: string): string {
  const purpose = ui?.['ui:options']?.['purpose'];
  return typeof purpose === 'string' ? purpose : field;
}

/** A file that is not there, is another's or was taken for something else counts as no answer. One that is stored has passed already. */
export async function fileProblems(
  db: Db,
  customerId: string,
  form: LoadedForm,
  settled: FormAnswers,
  hooks: FlowHooks,
  stored: FormAnswers = {},
): Promise<Problem[]> {
  const nameOf = ({ field, fileId }: NamedFile) => `${field} ${fileId}`;
  const passed = new Set(filesIn(form, stored, hooks).map(nameOf));
  const named = filesIn(form, settled, hooks).filter((file) => !passed.has(nameOf(file)));
  if (named.length === 0) return [];
  const ids = named.map(({ fileId }) => fileId);
  const rows = await db
    .selectFrom('files')
    .select(['id', 'purpose'])
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .execute();
  const purposes = new Map(rows.map(({ id, purpose }) => [id, purpose]));
  return named
    .filter(({ fileId, purpose }) => purposes.get(fileId) !== purpose)
    .map(({ field }) => ({ code: 'required', path: pointer(field) }));
}

/** Fields of a step's form whose stored value differs afterwards, as `form.field`. */
export function changedAnswers(before: FlowRecord, after: FlowRecord, { form }: Pick<StepView, 'form'>): Set<string> {
  if (form === undefined) return new Set();
  const [old, next] = [before.answers[form] ?? {}, after.answers[form] ?? {}];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return new Set(fields.filter((field) => stableJson(old[field]) !== stableJson(next[field])).map((field) => `${form}.${field}`));
}
