import { pointerTo } from '../../../engine/compiler/project/document.ts';
import { schemaPath } from '../../../engine/compiler/project/kindOf.ts';
import { exampleCases } from '../../../engine/cases/examples.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import type { Cases } from '../../../engine/config/cases.ts';
import { removeValue, setValue } from '../../../engine/merge/index.ts';
import { readJson } from '../../../engine/merge/read.ts';
import { isSame } from '../../../engine/merge/values.ts';
import type { ConditionContext } from '../../../server/contract/staff/studioGraph.ts';
import type { FilesSession } from '../files/session.ts';

export type OfOne = Cases['cases'][string];

export function casesOf(text: string | null | undefined, name: string): OfOne {
  const found = text ? (readJson(text)?.value as Partial<Cases> | undefined)?.cases?.[name] : undefined;
  return found ?? {};
}

/** The opening part of a file of cases. */
const begun = ({ of, path }: { of: string; path: string }): string =>
  `${JSON.stringify({ $schema: schemaPath(path, 'cases'), id: path.slice('flows/cases/'.length, -'.cases.json'.length), of, cases: {} }, undefined, 2)}\n`;

/** Sets the cases of one condition in the file of cases, creating the file if needed. Undefined if the file cannot be read. */
export function withCases(
  known: string | null | undefined,
  { of, path, name }: { of: string; path: string; name: string },
  cases: OfOne,
): string | undefined {
  const edited = setValue(known ?? begun({ of, path }), pointerTo('/cases', name), cases);
  return 'text' in edited ? edited.text : undefined;
}

/** Conditions that were created in this visit to the studio, or whose cases were updated in it. */
const followedHere = new WeakMap<FilesSession, Set<string>>();

/** An edit of a condition. */
export interface ConditionEdit {
  /** The file that contains the condition. */
  file: string;
  context: ConditionContext;
  visit: object;
  /** Absent if the condition is new. */
  from?: string | undefined;
  to: string;
}

/**
 * Updates the cases that the studio generated for a condition after an edit of it. Cases that somebody wrote stay. The update belongs to
 * the undo of that edit, but never blocks it: cases that cannot be written stay as they are.
 *
 * @param name of the edit
 */
export async function followWithCases(session: FilesSession, name: string, edit: ConditionEdit): Promise<void> {
  const { file, context, visit, to } = edit;
  const path = context.cases;
  if (context.governs === 'named' || !session.mayEdit(path) || !(await isOwn(session, edit))) return;
  const all = followedHere.get(session) ?? new Set<string>();
  followedHere.set(session, all.add(keyOf(context)));
  const known = session.text(path);
  const next = examplesOf(context, to);
  const isFound = Object.keys(next).length > 0;
  const text = isFound ? withCases(known, { of: file, path, name: context.name }, next) : known && withoutCases(known, context.name);
  if (text !== undefined && text !== (known ?? null)) await session.edit(name, [{ file: path, text }], visit);
}

/**
 * Whether the cases of a condition are all generated. The studio always generates the same cases from a condition, so a comparison decides
 * this, even after a reload or an undo and in another tab. But cases in the release have been reviewed, and an old condition without cases
 * gets none.
 */
async function isOwn(session: FilesSession, { context, from }: ConditionEdit): Promise<boolean> {
  const { name, cases: path } = context;
  const all = casesOf(session.text(path), name);
  const isKnown = followedHere.get(session)?.has(keyOf(context)) === true;
  if (Object.keys(all).length === 0) return from === undefined || isKnown;
  if (from === undefined || !isSame(all, examplesOf(context, from))) return false;
  if (isKnown) return true;
  const before = await session.textBefore(path);
  return before !== undefined && Object.keys(casesOf(before, name)).length === 0;
}

const keyOf = ({ cases, name }: ConditionContext): string => `${cases} ${name}`;

/** The generated cases in the format of a file. */
const examplesOf = ({ named, fields, constants, features }: ConditionContext, source: string): OfOne =>
  JSON.parse(JSON.stringify(exampleCases({ source, named, fields: fields as Field[], constants, features }))) as OfOne;

/** The file of cases without those of one condition. Null if it then has none. */
function withoutCases(known: string, name: string): string | null {
  const { cases = {} } = (readJson(known)?.value ?? {}) as Partial<Cases>;
  if (!Object.hasOwn(cases, name)) return known;
  if (Object.keys(cases).length === 1) return null;
  const edited = removeValue(known, pointerTo('/cases', name));
  return 'text' in edited ? edited.text : known;
}
