import { getConformanceSuite, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import type { JsonSchema, Scope } from '../../../../engine/expression/index.ts';
import { NotJson, valueOf } from './values.ts';

export type SimpleTest = IncrementalTestSuite['tests'][number]['original'];
type Declaration = SimpleTest['typeEnv'][number]['declKind'];
export type CelType = NonNullable<Extract<Declaration, { case: 'ident' }>['value']['type']>;

/** A test of the specification with its path, such as `lists/index/list`. */
export interface Placed {
  id: string;
  section: string;
  test: SimpleTest;
}

/** Returns every test of every file. Names that a section repeats get a number. */
export function conformanceTests(): Placed[] {
  const seen = new Map<string, number>();
  const inside = (suite: IncrementalTestSuite, path: readonly string[]): Placed[] => [
    ...suite.tests.map(({ name, original }) => {
      const section = path.join('/');
      const count = (seen.get(`${section}/${name}`) ?? 0) + 1;
      seen.set(`${section}/${name}`, count);
      return { id: count === 1 ? name : `${name} #${count}`, section, test: original };
    }),
    ...suite.suites.flatMap((each) => inside(each, [...path, each.name])),
  ];
  return inside(getConformanceSuite(), []);
}

/** The numbers of the enum cel.expr.Type.PrimitiveType. */
const primitives: Readonly<Record<number, string>> = { 1: 'boolean', 2: 'integer', 4: 'number', 5: 'string' };

/** Returns the JSON Schema of a declared type. Throws NotJson if JSON has no such type. */
export function schemaOf({ typeKind }: CelType): JsonSchema {
  if (typeKind.case === 'primitive' && primitives[typeKind.value] !== undefined) return { type: primitives[typeKind.value] };
  if (typeKind.case === 'listType' && typeKind.value.elemType) return { type: 'array', items: schemaOf(typeKind.value.elemType) };
  if (typeKind.case === 'dyn') return {};
  const { keyType, valueType } = typeKind.case === 'mapType' ? typeKind.value : {};
  if (keyType && valueType && schemaOf(keyType).type === 'string') return { type: 'object', additionalProperties: schemaOf(valueType) };
  throw new NotJson();
}

/** Returns the scope of a test's expression and its values. */
export function contextOf({ typeEnv, bindings }: SimpleTest): { scope: Scope; context: Record<string, unknown> } {
  const declared = typeEnv.map(({ name, declKind }): [string, JsonSchema] => {
    if (declKind.case !== 'ident' || !declKind.value.type || name.includes('.')) throw new NotJson();
    return [name, schemaOf(declKind.value.type)];
  });
  const bound = Object.entries(bindings).map(([name, { kind }]): [string, unknown] => {
    if (kind.case !== 'value') throw new NotJson();
    return [name, valueOf(kind.value)];
  });
  const untyped = bound.map(([name]): [string, JsonSchema] => [name, {}]);
  return { scope: Object.fromEntries([...untyped, ...declared]), context: Object.fromEntries(bound) };
}
