import type { PropertySchema } from '../../config/form.ts';
import { isFinding, parseExpression, type Claim } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';

/**
 * Returns claims about the stored answers that `sources` read. Saving drops an answer whose `x-when` is false, so the `x-when` of an answer
 * that exists is true.
 */
export function premisesOf(sources: readonly string[], { forms, project }: Pick<Analysis, 'forms' | 'project'>): Claim[] {
  const named = project.one('conditions')?.value.conditions ?? {};
  const claims = new Map<string, Claim>();
  const add = (source: string): void => {
    for (const [, form = '', field = ''] of source.matchAll(answer)) {
      const property: PropertySchema | undefined = forms.get(form)?.schema.properties?.[field];
      const when = property?.['x-when'];
      const path = `${form}.${field}`;
      if (when === undefined || claims.has(path)) continue;
      const condition = withoutNames(when, named).replaceAll(/\bself\./g, `${form}.`);
      // An expression that fails is not true, so the claim assumes nothing if the condition reads an absent answer.
      const node = parseExpression(`has(${path}) && !(${condition})`);
      if (isFinding(node)) continue;
      claims.set(path, { node, is: false });
      add(condition);
    }
  };
  for (const source of sources) add(source);
  return [...claims.values()];
}

const answer = /\b([A-Za-z]\w*)\.\??([A-Za-z]\w*)/g;

/** Inlines named conditions. A cycle among them has its own finding. */
function withoutNames(source: string, named: Readonly<Record<string, string>>, depth = 5): string {
  if (depth === 0) return source;
  return source.replaceAll(/\bconditions\.(\w+)/g, (name: string, id: string) =>
    Object.hasOwn(named, id) ? `(${withoutNames(named[id] ?? '', named, depth - 1)})` : name,
  );
}
