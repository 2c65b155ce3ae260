import { pointerTo } from '../../../engine/compiler/project/document.ts';
import { schemaPath } from '../../../engine/compiler/project/kindOf.ts';
import { exampleCases } from '../../../engine/cases/examples.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import type { Cases } from '../../../engine/config/cases.ts';
import { setValue } from '../../../engine/merge/index.ts';
import { readJson } from '../../../engine/merge/read.ts';
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

/** The cases that a session has made by itself, as JSON. Nobody has written them, so they follow the condition. */
const made = new WeakMap<FilesSession, Map<string, string>>();

/**
 * The cases that a condition gets by itself with an edit. It keeps those that somebody has written.
 *
 * @param file that the condition stands in
 * @param source the condition after the edit
 */
export function ownExamples(session: FilesSession, file: string, context: ConditionContext, source: string): FileText[] {
  const { name, cases: path, governs, named, constants, features } = context;
  const known = session.text(path);
  const all = casesOf(known, name);
  const own = made.get(session) ?? new Map<string, string>();
  const key = `${path} ${name}`;
  const isFree = Object.keys(all).length === 0 || own.get(key) === JSON.stringify(all);
  if (governs === 'named' || !isFree || !session.mayEdit(path)) return [];
  const next = exampleCases({ source, named, fields: context.fields as Field[], constants, features });
  const text = Object.keys(next).length === 0 ? undefined : withCases(known, { of: file, path, name }, next);
  if (text === undefined || text === known) return [];
  made.set(session, own.set(key, JSON.stringify(next)));
  return [{ file: path, text }];
}
