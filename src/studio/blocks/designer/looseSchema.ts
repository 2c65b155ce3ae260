import { isPlainObject } from '../../../../engine/form/empty.ts';
import { childSchema, deref, isChoiceOfCodes, resolved, type Schema } from './schema.ts';

/** Whether an incomplete value can still match a branch. */
function mayBecome(value: unknown, { type, properties = {} }: Schema): boolean {
  if (!isPlainObject(value)) return value === undefined || type === undefined || (type === 'array') === Array.isArray(value);
  if (type !== undefined && type !== 'object') return false;
  return Object.entries(properties).every(
    ([key, { const: code }]) => code === undefined || !Object.hasOwn(value, key) || value[key] === code,
  );
}

/** How many of a branch's discriminator codes the value has. */
const told = (value: unknown, { properties = {} }: Schema): number =>
  isPlainObject(value)
    ? Object.entries(properties).filter(([key, { const: code }]) => code !== undefined && value[key] === code).length
    : 0;

/** The schemas of a value that somebody is still typing: every branch that it can still match. */
function branchesOf(value: unknown, schema: Schema, root: Schema): Schema[] {
  const actual = deref(schema, root);
  const branches = actual.oneOf ?? actual.anyOf;
  if (!branches || isChoiceOfCodes(branches)) return [resolved(value, actual, root)];
  const possible = branches.map((branch) => deref(branch, root)).filter((branch) => mayBecome(value, branch));
  const most = Math.max(0, ...possible.map((branch) => told(value, branch)));
  return possible.filter((branch) => told(value, branch) === most).flatMap((branch) => branchesOf(value, branch, root));
}

/** The schemas that may apply to a whole file that somebody is still typing. */
export const schemasOf = (root: Schema, value: unknown): Schema[] => branchesOf(value, root, root);

/** The schemas that may apply to a value inside another one. */
export const schemasBelow = (schemas: readonly Schema[], key: string, inner: unknown, root: Schema): Schema[] =>
  schemas.flatMap((schema) => {
    const child = childSchema(schema, key);
    return child ? branchesOf(inner, child, root) : [];
  });

/** The schemas that may apply at a path of a file that somebody is still typing. */
export function schemasAt(root: Schema, value: unknown, path: readonly string[]): Schema[] {
  let [schemas, here] = [schemasOf(root, value), value];
  for (const key of path) {
    here = (here as Readonly<Record<string, unknown>> | undefined)?.[key];
    schemas = schemasBelow(schemas, key, here, root);
  }
  return schemas;
}
