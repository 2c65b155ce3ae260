import { checkExpression, type ValueType } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Located } from '../diagnostics.ts';
import type { Entry } from '../project/project.ts';

/** Checks that an enum that labels a value contains every code that the value can have, as defined by its operation's contract. */
export function checkShownCodes(analysis: Analysis): Located[] {
  const { project, sites, memo } = analysis;
  const labelled = memo.each('values with an enum', project.entries, [], (entry) =>
    sites(entry).references.flatMap(({ target, name, pointer, owner }) => {
      const shown = target === 'enum' ? valueBeside(pointer, owner) : undefined;
      return shown ? [{ entry, name, pointer, shown }] : [];
    }),
  );
  return labelled.flatMap(({ entry, name, pointer, shown }): Located[] => {
    const list = project.get('enum', name);
    if (!list) return [];
    const { enum: codes, 'x-withdrawn': withdrawn = [] } = list.value;
    const known = new Set([...codes, ...withdrawn].map(String));
    const lacking = codesOf(entry, shown, analysis).filter((code) => code !== '' && !known.has(code));
    if (lacking.length === 0) return [];
    const quoted = lacking.map((code) => `"${code}"`).join(', ');
    const message = `This can show ${quoted}, which the enum "${name}" lacks.`;
    const fix = `Add ${lacking.length === 1 ? 'the code' : 'the codes'} to the enum, or name another one.`;
    return [{ document: entry.document, finding: { code: 'unnamed-code', pointer, message, fix } }];
  });
}

/** The place of the expression whose value the enum labels. */
function valueBeside(pointer: string, owner: Readonly<Record<string, unknown>>): string | undefined {
  return typeof owner['value'] === 'string' ? pointer.replace(/[^/]*$/, 'value') : undefined;
}

function codesOf(entry: Entry, pointer: string, { sites, scopes, conditions, ofEntry }: Analysis): string[] {
  const site = sites(entry).expressions.find((each) => each.pointer === pointer);
  if (!site) return [];
  return ofEntry(`codes at ${pointer} of`, entry, () => {
    const { type } = checkExpression(site.source, scopes.at(entry, site), site.expected, conditions, site.assumed);
    return valuesOf(type).map(String);
  });
}

const valuesOf = ({ kind, item, values = [] }: ValueType): readonly unknown[] =>
  (kind === 'optional' || kind === 'list') && item ? valuesOf(item) : values;
