import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { FieldUi } from '../../../engine/config/formUi.ts';
import { pointer } from '../../../engine/form/pointer.ts';
import type { Problem } from '../../../engine/form/types.ts';
import type { Db } from '../db/database.ts';
import type { LoadedForm } from '../release/types.ts';
import type { FlowHooks } from './hooks.ts';

export interface NamedFile {
  field: string;
  fileId: string;
  purpose: string;
}

/** Files referenced by the answers of a form. */
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

/** Treats a file that is missing, belongs to another customer or has another purpose as no answer. Stored answers already passed. */
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
