import { pointerTo } from '../../../engine/compiler/project/document.ts';
import { schemaPath } from '../../../engine/compiler/project/kindOf.ts';
import { exampleCases } from '../../../engine/cases/examples.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import type { Cases } from '../../../engine/config/cases.ts';
import { removeValue, setValue } from '../../../engine/merge/index.ts';
import { readJson } from '../../../engine/merge/read.ts';
import { isSame } from '../../../engine/merge/values.ts';
import type { ConditionContext } from '../../../server/contract/staff/studioGraph.ts';
import type { FilesSession, FileText } from '../files/session.ts';

export type OfOne = Cases['cases'][string];

export function casesOf(text: string | null | undefined, name: string): OfOne {
  const found = text ? (readJson(text)?.value as Partial<Cases> | undefined)?.cases?.[name] : undefined;
  return found ?? {};
}

/** The first part of a file of cases. */
const begun = ({ of, path }: { of: string; path: string }): string =>
  `${JSON.stringify({ $schema: schemaPath(path, 'cases'), id: path.slice('flows/cases/'.length, -'.cases.json'.length), of, cases: {} }, undefined, 2)}\n`;

/** The file of cases with those of one condition, begun if there was none. Undefined if it cannot be read. */
export function withCases(
  known: string | null | undefined,
  { of, path, name }: { of: string; path: string; name: string },
  cases: OfOne,
): string | undefined {
  const edited = setValue(known ?? begun({ of, path }), pointerTo('/cases', name), cases);
  return 'text' in edited ? edited.text : undefined;
}

/** The conditions that were begun in this visit to the studio, and have no cases only because none were found yet. */
const begunHere = new WeakMap<FilesSession, Set<string>>();

/** A condition before and after an edit. */
export interface ConditionEdit {
  /** Absent if it is new. */
  from?: string | undefined;
  to: string;
}

/**
 * Lets the cases that a condition has by itself follow an edit of it. It is part of the undo of that edit, but refuses nothing: cases that
 * cannot be written stay as they are.
 *
 * @param name of the edit
 * @param file that the condition stands in
 * @param visit of the edit
 */
export async function followWithCases(
  session: FilesSession,
  name: string,
  { file, context, visit, ...edit }: ConditionEdit & { file: string; context: ConditionContext; visit: object },
): Promise<void> {
  const followed = ownExamples(session, file, context, edit);
  if (followed) await session.edit(name, [followed], visit);
}

/**
 * The file of cases after an edit of a condition: cases that the studio made from it follow, and those that somebody has written stay.
 * What the studio makes from a condition is always the same, so that tells them apart, after a reload, an undo and in another tab too.
 *
 * @param file that the condition stands in
 * @returns undefined if it stays as it is
 */
export function ownExamples(
  session: FilesSession,
  file: string,
  context: ConditionContext,
  { from, to }: ConditionEdit,
): FileText | undefined {
  const { name, cases: path, governs } = context;
  if (governs === 'named' || !session.mayEdit(path)) return undefined;
  const known = session.text(path);
  const all = casesOf(known, name);
  const hasNone = Object.keys(all).length === 0;
  const begunOnes = begunHere.get(session) ?? new Set<string>();
  const key = `${path} ${name}`;
  const isNew = from === undefined || begunOnes.has(key);
  // An old condition without cases gets none: nobody has asked for them.
  if (hasNone ? !isNew : from === undefined || !isSame(all, examplesOf(context, from))) return undefined;
  const next = examplesOf(context, to);
  const isFound = Object.keys(next).length > 0;
  if (isFound) begunOnes.delete(key);
  else begunHere.set(session, begunOnes.add(key));
  const text = isFound ? withCases(known, { of: file, path, name }, next) : known && withoutCases(known, name);
  return text === undefined || text === (known ?? null) ? undefined : { file: path, text };
}

/** As a file says them. */
const examplesOf = ({ named, fields, constants, features }: ConditionContext, source: string): OfOne =>
  JSON.parse(JSON.stringify(exampleCases({ source, named, fields: fields as Field[], constants, features }))) as OfOne;

/** The file of cases without those of one condition. Null if it has no others. */
function withoutCases(known: string, name: string): string | null {
  const { cases = {} } = (readJson(known)?.value ?? {}) as Partial<Cases>;
  if (!Object.hasOwn(cases, name)) return known;
  if (Object.keys(cases).length === 1) return null;
  const edited = removeValue(known, pointerTo('/cases', name));
  return 'text' in edited ? edited.text : known;
}
