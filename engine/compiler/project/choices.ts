import type { Branch, PropertySchema } from '../../config/form.ts';
import { stableJson } from '../../form/hash.ts';
import type { Finding } from '../diagnostics.ts';
import { pointerTo } from './document.ts';

type Owner = Pick<PropertySchema, 'properties' | 'required' | 'oneOf' | 'items'>;

export interface Expanded<Schema> {
  /** The schema without `oneOf`: each property of a branch has a condition. */
  schema: Schema;
  /** The place of an expanded node in the file, by its pointer in the expanded schema. */
  moved: ReadonlyMap<string, string>;
  findings: readonly Finding[];
}

/**
 * Replaces `oneOf` on a discriminating property, at any depth, by properties with conditions. Everything that follows, from the
 * validators to the browser, knows only conditions.
 */
export function expandChoices<Schema extends Owner>(schema: Schema): Expanded<Schema> {
  const moved = new Map<string, string>();
  const findings: Finding[] = [];

  function expand<Part extends Owner>(part: Part, pointer: string, written: string): Part {
    const { oneOf, ...rest } = part;
    const own = { ...rest } as Part;
    if (oneOf) addBranches(own, oneOf, pointer, written);
    const expandAll = (name: string, property: PropertySchema): [string, PropertySchema] => {
      const at = pointerTo(`${pointer}/properties`, name);
      return [name, expand(property, at, moved.get(at) ?? pointerTo(`${written}/properties`, name))];
    };
    if (own.properties) own.properties = Object.fromEntries(Object.entries(own.properties).map(([name, each]) => expandAll(name, each)));
    if (own.items) own.items = expand(own.items, `${pointer}/items`, `${written}/items`);
    return own;
  }

  function addBranches(owner: Owner, branches: readonly Branch[], pointer: string, written: string): void {
    const at = `${written}/oneOf`;
    const by = discriminatorOf(branches);
    if (by === undefined || !owner.properties?.[by]) {
      const message = 'Each branch must give a "const" to the same property, and that property must be listed under "properties".';
      findings.push({ code: 'unclear-choice', pointer: at, at: 'key', message });
      return;
    }
    const properties: Record<string, PropertySchema> = { ...owner.properties };
    const required = [...(owner.required ?? [])];
    const isSure = required.includes(by);
    const codes = new Map<string, string[]>();
    for (const [index, branch] of branches.entries()) {
      const code = JSON.stringify(branch.properties[by]?.const);
      for (const [name, property] of Object.entries(branch.properties)) {
        const place = pointerTo(`${at}/${index}/properties`, name);
        if (name === by) continue;
        const message = problemOf(name, property, properties[name], codes.has(name));
        if (message !== undefined) findings.push({ code: 'unclear-choice', pointer: place, at: 'key', message });
        codes.set(name, [...(codes.get(name) ?? []), code]);
        const when = `${isSure ? '' : `has(self.${by}) && `}self.${by} in [${codes.get(name)?.join(', ')}]`;
        properties[name] = { ...property, 'x-when': when };
        moved.set(pointerTo(`${pointer}/properties`, name), place);
      }
      branch.required?.forEach((name, position) => {
        if (name === by || required.includes(name)) return;
        moved.set(`${pointer}/required/${required.length}`, `${at}/${index}/required/${position}`);
        required.push(name);
      });
    }
    Object.assign(owner, { properties, required });
  }

  return { schema: expand(schema, '', ''), moved, findings };
}

/** Returns the property that has a different constant in every branch. */
function discriminatorOf(branches: readonly Branch[]): string | undefined {
  const names = Object.entries(branches[0]?.properties ?? {}).flatMap(([name, { const: code }]) => (code === undefined ? [] : [name]));
  return names.find((name) => {
    const codes = branches.map(({ properties }) => properties[name]?.const);
    return codes.every((code) => code !== undefined) && new Set(codes).size === codes.length;
  });
}

function problemOf(name: string, property: PropertySchema, known: PropertySchema | undefined, isInBranch: boolean): string | undefined {
  if (property['x-when'] !== undefined)
    return `The choice already decides when "${name}" applies. Put a further condition on a property of the form.`;
  if (!known) return undefined;
  if (!isInBranch) return `"${name}" is asked for regardless of the choice. List it in one place.`;
  const { 'x-when': _when, ...before } = known;
  if (stableJson(before) === stableJson(property)) return undefined;
  return `"${name}" is different in another branch. Give each its own name.`;
}

/** Returns the pointer in the file of a pointer in the expanded schema. */
export function writtenPointer(moved: ReadonlyMap<string, string>, pointer: string): string {
  if (moved.size === 0) return pointer;
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const written = moved.get(pointer.slice(0, end));
    if (written !== undefined) return written + pointer.slice(end);
  }
  return pointer;
}
