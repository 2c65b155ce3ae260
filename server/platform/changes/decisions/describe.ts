import type { Analysis } from '../../../../engine/compiler/analysis.ts';
import type { Registry } from '../../../../engine/config/definitions.ts';
import type { DecisionTable } from '../../../../engine/config/flow.ts';
import { checkExpression, type JsonSchema, schemaAt, type Scope, typeOfSchema } from '../../../../engine/expression/index.ts';
import type { DecisionColumn, DecisionInput } from '../../../contract/staff/studioDecisions.ts';

/** The inputs that a table's conditions read, and the values of its outcomes. Undefined if there is no such table. */
export function describeTable(
  analysis: Analysis,
  registry: Registry,
  id: string,
): { inputs: DecisionInput[]; columns: DecisionColumn[] } | undefined {
  const entry = analysis.project.get('decisionTable', id);
  if (!entry) return undefined;
  const inputs = new Map<string, DecisionInput>();
  for (const site of analysis.sites(entry).expressions) {
    const scope = analysis.scopes.at(entry, site);
    for (const path of checkExpression(site.source, scope, 'bool', analysis.conditions).reads) {
      // Constants and features come from the release, so they are not inputs.
      if (path[0] !== 'constants' && path[0] !== 'features') inputs.set(path.join('.'), inputOf(path, scope));
    }
  }
  return { inputs: [...inputs.values()], columns: columnsOf(entry.value, analysis, registry) };
}

function inputOf(path: readonly string[], scope: Scope): DecisionInput {
  const found: (JsonSchema & { format?: unknown }) | undefined = schemaAt(scope, path)?.schema;
  const { kind, values } = typeOfSchema(found);
  const own = { path: path.join('.') };
  if (found?.format === 'date' || own.path === 'today') return { ...own, type: 'day' };
  if (kind === 'bool') return { ...own, type: 'boolean' };
  if (values && kind === 'string') return { ...own, type: 'choice', options: values.map(String) };
  return { ...own, type: kind === 'int' || kind === 'double' ? 'number' : 'text' };
}

interface Described {
  title?: string;
  'x-unit'?: string;
}

function columnsOf({ id, rows, codes = [] }: DecisionTable, { project }: Analysis, { outcomes }: Registry): DecisionColumn[] {
  const known = outcomes?.[id];
  const schemas = Object.values(known?.of ?? {}).map(
    ({ properties = {} }: { properties?: Readonly<Record<string, Described>> }) => properties,
  );
  const names = new Set([
    ...rows.flatMap(({ outcome }) => Object.keys(outcome)),
    ...schemas.flatMap((properties) => Object.keys(properties)),
  ]);
  return [...names].map((name) => {
    const described = schemas.find((properties) => Object.hasOwn(properties, name))?.[name];
    const enums = codes.filter(({ of }) => of === name).flatMap(({ enum: codesOf }) => project.get('enum', codesOf)?.value.enum ?? []);
    const options = name === known?.by ? Object.keys(known.of) : [...new Set(enums.map(String))];
    const unit = described?.['x-unit'];
    return { name, title: described?.title ?? name, ...(unit !== undefined && { unit }), ...(options.length > 0 && { options }) };
  });
}
