import type { CarryOver } from '../config/carryOver.ts';
import type { Registry } from '../config/definitions.ts';
import { checkExpression } from '../expression/index.ts';
import { analyse } from './analysis.ts';
import { locate } from './diagnostics.ts';
import { bundleForms } from './forms/bundle.ts';
import { Memo } from './memo.ts';
import { findSites } from './names/walk.ts';
import type { Entry } from './project/project.ts';
import { pointerToPath } from './project/document.ts';
import { checkFile, toProject } from './project/readProject.ts';
import type { Diagnostic, SourceFile } from './types.ts';

const carryOverPath = 'flows/carryOver.json';

/** Other findings depend on the answers at the time, and a condition that is false changes nothing. */
const absent: ReadonlySet<string> = new Set(['unknown-name', 'unknown-field']);

/**
 * Finds conditions of migrations that read names which an earlier release does not have. The compiler cannot see this in the new files,
 * where a new field could have existed all along.
 *
 * @param files the configuration with the migrations
 * @param past the files of the previous release
 * @param ids the migrations that run on answers in the form of `past`
 */
export function checkPastConditions(
  files: readonly SourceFile[],
  { past, ids, registry }: { past: readonly SourceFile[]; ids: ReadonlySet<string>; registry: Registry },
): Diagnostic[] {
  const file = files.find(({ path }) => path === carryOverPath);
  const entry = file && (checkFile(file, registry).entry as Entry<CarryOver> | undefined);
  if (!entry) return [];
  const { project } = toProject(
    past.filter(({ path }) => path !== carryOverPath).map((each) => checkFile(each, registry)),
    registry,
  );
  const sitesOf = ({ kind, value }: Entry) => findSites(value, project.kinds[kind]?.metaSchema, registry);
  const memo = new Memo();
  const { scopes } = analyse(project, bundleForms(project, memo).forms, sitesOf, memo);
  const isFromPast = (pointer: string) => ids.has(entry.value.migrations[Number(pointerToPath(pointer)[1])]?.id ?? '');
  return sitesOf(entry)
    .expressions.filter(({ pointer }) => isFromPast(pointer))
    .flatMap((site) =>
      checkExpression(site.source, scopes.ofDraft(entry.value, site), site.expected, {}, site.assumed)
        .findings.filter(({ code }) => absent.has(code))
        .map(({ offset, length: _length, ...found }) => locate(entry.document, { ...found, pointer: site.pointer, within: offset })),
    );
}
