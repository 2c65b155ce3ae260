import type { Reliance } from '../../config/definitions.ts';
import type { RuleCode } from '../../config/rules/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import { resolvePath } from '../forms/bundle.ts';
import type { SourceDocument } from '../project/document.ts';
import type { Entry } from '../project/project.ts';

/**
 * Reports enums, formats, forms and documents that neither the configuration nor code refers to.
 *
 * @param askedFor `kind/id` of the files that checks of the product's kinds looked up
 */
export function checkUnused(analysis: Analysis, askedFor: ReadonlySet<string>): Located[] {
  const { project } = analysis;
  // An unreadable file could name anything.
  if (project.hasBroken) return [];
  const used = new Set([...askedFor, ...namedInFiles(analysis), ...namedByCode(analysis)]);
  const unused = (kind: string, code: RuleCode, title: string): Located[] =>
    project
      .ofKind(kind)
      .filter(({ id }) => !used.has(`${kind}/${id}`))
      .map(({ id, document }) => at(document, code, `Nothing uses the ${title} "${id}".`, '/id'));
  const main = project.one('settings')?.value.languages.default;
  return [
    ...unused('enum', 'unused-enum', 'enum'),
    ...unused('format', 'unused-format', 'format'),
    ...unused('form', 'unused-form', 'form'),
    ...project.documents
      .filter(({ id, language }) => language === main && !used.has(`document/${id}`))
      .map(({ id, document }) => at(document, 'unused-document', `Nothing shows the document "${id}".`, '')),
  ];
}

function at(document: SourceDocument, code: RuleCode, message: string, pointer: string): Located {
  return { document, finding: { code, message, pointer } };
}

function namedInFiles({ project, sites, needs, memo }: Analysis): string[] {
  const byPath = new Map([...project.all('enum'), ...project.all('format')].map((entry) => [entry.document.path, entry]));
  const named = memo.each('names', project.entries, [], (entry) => sites(entry).references.map(({ target, name }) => `${target}/${name}`));
  const referredTo = memo
    .each('refs', [...project.all('form'), ...project.all('format')], [], ({ document, value }) =>
      refsIn(value).map(($ref) => resolvePath(document.path, $ref)),
    )
    .flatMap((path) => nameOf(byPath.get(path)));
  const shown = project.all('screen').flatMap((screen) => needs(screen).forms.map((id) => `form/${id}`));
  return [...named, ...referredTo, ...shown];
}

const nameOf = (entry: Entry | undefined): string[] => (entry ? [`${entry.kind}/${entry.id}`] : []);

function refsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => (key === '$ref' && typeof each === 'string' ? [each] : refsIn(each)));
}

function namedByCode({ project }: Analysis): string[] {
  const { operations, effects, fills: filled = {} } = project.registry;
  const code: Reliance[] = [...Object.values(operations), ...Object.values(effects), { fills: filled }];
  return code.flatMap(({ reads = [], fills = {} }) => [
    ...reads.map((answer) => `form/${answer.split('.')[0]}`),
    ...Object.keys(fills).map((id) => `document/${id}`),
  ]);
}
