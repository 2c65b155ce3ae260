import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { FieldUi } from '../../../engine/config/formUi.ts';
import { isPlainObject } from '../../../engine/form/empty.ts';
import { pointer } from '../../../engine/form/pointer.ts';
import type { Problem } from '../../../engine/form/types.ts';
import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { isSentAgain } from '../files/service.ts';
import type { LoadedForm } from '../release/types.ts';
import type { FlowHooks } from './hooks.ts';

export interface NamedFile {
  /** JSON pointer of the answer. */
  path: string;
  fileId: string;
  purpose: string;
}

/** Files referenced by the answers of a form, also inside objects and list items. */
export function filesIn({ definition }: LoadedForm, answers: FormAnswers, hooks: FlowHooks): NamedFile[] {
  const within = (layout: Readonly<Record<string, FieldUi>>, value: unknown, path: string): NamedFile[] => {
    if (Array.isArray(value)) return value.flatMap((item, index) => within(layout, item, path + pointer(index)));
    if (!isPlainObject(value)) return [];
    return Object.entries(layout).flatMap(([name, ui]) => at(ui, name, value[name], path + pointer(name)));
  };
  const at = (ui: FieldUi, name: string, value: unknown, path: string): NamedFile[] => {
    const widget = ui['ui:widget'] ?? '';
    if (!Object.hasOwn(hooks.files, widget)) return within(ui.items ?? {}, value, path);
    const purpose = ui['ui:options']?.['purpose'];
    const named = { path, purpose: typeof purpose === 'string' ? purpose : name };
    return (hooks.files[widget]?.(value) ?? []).map((fileId) => ({ ...named, fileId }));
  };
  return within(definition.ui.fields, answers, '');
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
  const nameOf = ({ path, fileId }: NamedFile) => `${path} ${fileId}`;
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
  return named.filter(({ fileId, purpose }) => purposes.get(fileId) !== purpose).map(({ path }) => ({ code: 'required', path }));
}

/**
 * Reports a file that was sent back and uploaded again with the same content, because the engine takes it for a different file. A request
 * that the same answer may confirm accepts it.
 */
export async function repeatedFiles(
  deps: Deps,
  customerId: string,
  form: LoadedForm,
  given: FormAnswers,
  { hooks, requests, stored = {} }: { hooks: FlowHooks; requests: readonly CorrectionRequest[]; stored?: FormAnswers | undefined },
): Promise<Problem[]> {
  const anew = new Set(requests.filter((request) => request.anew).map(({ field }) => pointer(field)));
  const known = new Set(filesIn(form, stored, hooks).map(({ fileId }) => fileId));
  const sent = filesIn(form, given, hooks).filter(({ path, fileId }) => anew.has(path) && !known.has(fileId));
  const again = await Promise.all(sent.map(({ fileId }) => isSentAgain(deps, customerId, fileId)));
  return sent.filter((_, index) => again[index]).map(({ path }) => ({ code: 'unchanged', path }));
}
