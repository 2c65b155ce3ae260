import type { PropertySchema } from '../config/form.ts';
import { pointerTo } from '../compiler/project/document.ts';
import type { Entry } from '../compiler/project/project.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { found } from './finding.ts';
import { isBounded } from '../fake/index.ts';

/** Checks that patterns describe whole texts, and that every text has a maximum length. */
export function explorePatterns(entry: Entry<PropertySchema>): Diagnostic[] {
  const all: Diagnostic[] = [];
  const visit = (schema: PropertySchema, pointer: string): void => {
    if (schema.pattern !== undefined) all.push(...patternFindings(entry, schema, schema.pattern, pointer));
    for (const [name, each] of Object.entries(schema.properties ?? {})) visit(each, pointerTo(`${pointer}/properties`, name));
    if (schema.items) visit(schema.items, `${pointer}/items`);
    schema.anyOf?.forEach((each, index) => visit(each, `${pointer}/anyOf/${index}`));
  };
  visit(entry.value, '');
  return all;
}

function patternFindings(entry: Entry, { maxLength }: PropertySchema, pattern: string, owner: string): Diagnostic[] {
  const pointer = `${owner}/pattern`;
  if (!isWhole(pattern)) {
    return [
      found('pattern-not-whole', entry, pointer, `${pattern} matches any text that contains a match. Start it with ^ and end it with $.`),
    ];
  }
  if (maxLength === undefined && !isBounded(pattern)) {
    return [found('text-unbounded', entry, pointer, `${pattern} accepts texts of any length. Add a "maxLength".`)];
  }
  return [];
}

/** Whether the pattern covers the whole text; `^a|b$` does not. */
function isWhole(pattern: string): boolean {
  if (!pattern.startsWith('^') || !/(?<!\\)(?:\\\\)*\$$/.test(pattern)) return false;
  let depth = 0;
  for (const [part] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/gsu)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (part === '|' && depth === 0) return false;
  }
  return true;
}
