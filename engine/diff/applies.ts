import { pointerToPath } from '../compiler/project/document.ts';
import type { PropertySchema } from '../config/form.ts';
import { valueAt } from '../config/valueAt.ts';
import { isFinding, parseExpression, pathOf, typeOfSchema, type JsonSchema, type NamedConditions, type Node } from '../expression/index.ts';
import type { Side, Sides } from './side.ts';

/** The answers that expressions read, by namespace, in one of the two configurations. */
type Answered = Readonly<Record<string, JsonSchema>>;

interface Applying {
  before: Answered;
  after: Answered;
  /** The named conditions of the new configuration. */
  conditions: NamedConditions;
}

/**
 * Whether a field is asked for only after an answer or a code that nobody could give before. True is a proof: no existing answer meets the
 * field's condition.
 *
 * @param owner pointer of the object in the form that has the field, '' for the form itself
 */
export function isForNewAnswersOnly(form: string, owner: string, field: string, { before, after }: Sides): boolean {
  const [was, now] = [before, after].map(({ forms }) => forms.get(form)?.schema);
  const [old, fresh] = [was, now].map((schema) => valueAt(schema, pointerToPath(owner).map(String)) as PropertySchema | undefined);
  const condition = fresh?.properties?.[field]?.['x-when'];
  if (condition === undefined || !was || !now || !old || !fresh || after.project.isBroken('conditions')) return false;
  const node = parseExpression(condition);
  const conditions = after.project.one('conditions')?.value.conditions ?? {};
  const scope: Applying = {
    before: { ...answersOf(before, after), self: old, form: was },
    after: { ...answersOf(after, after), self: fresh, form: now },
    conditions,
  };
  return !isFinding(node) && !canBe(node, true, { ...scope, depth: 0 });
}

/** The answers to the forms of the new configuration. A form that did not exist before has none. */
const answersOf = (side: Side, { forms }: Side): Answered =>
  Object.fromEntries(
    [...forms.keys()]
      .filter((id) => !side.project.isBroken('form', id))
      .map((id) => [id, side.forms.get(id)?.schema ?? { properties: {} }]),
  );

type Scope = Applying & { depth: number };

const maxConditionDepth = 20;

/** Whether a node can have this outcome. A node that reads an absent answer has none. */
function canBe(node: Node, outcome: boolean, scope: Scope): boolean {
  switch (node.op) {
    case 'value':
      return typeof node.args !== 'boolean' || node.args === outcome;
    case '!_':
      return canBe(node.args, !outcome, scope);
    case '&&':
    case '||': {
      const sides = node.args.map((each) => canBe(each, outcome, scope));
      return (node.op === '&&') === outcome ? sides.every(Boolean) : sides.some(Boolean);
    }
    case '?:': {
      const [test, yes, no] = node.args;
      return (canBe(test, true, scope) && canBe(yes, outcome, scope)) || (canBe(test, false, scope) && canBe(no, outcome, scope));
    }
    case '.': {
      const condition = conditionOf(node, scope);
      return condition ? canBe(condition, outcome, { ...scope, depth: scope.depth + 1 }) : !isAbsent(node, scope);
    }
    case 'call':
      if (node.args[0] === 'has') return !outcome || node.args[1].every((each) => !isAbsent(each, scope));
      return !isAbsent(node, scope);
    case '==':
    case '!=':
    case 'in':
      return !isAbsent(node, scope) && canCompare(node, outcome, scope);
    default:
      return !isAbsent(node, scope);
  }
}

function conditionOf(node: Extract<Node, { op: '.' }>, { conditions, depth }: Scope): Node | undefined {
  const [base, name] = node.args;
  const source = base.op === 'id' && base.args === 'conditions' && Object.hasOwn(conditions, name) ? conditions[name] : undefined;
  const parsed = source === undefined || depth > maxConditionDepth ? undefined : parseExpression(source);
  return parsed && !isFinding(parsed) ? parsed : undefined;
}

/** Whether a comparison with literals can have this outcome, if the answer had a small set of possible values. */
function canCompare(node: Extract<Node, { op: '==' | '!=' | 'in' }>, outcome: boolean, scope: Scope): boolean {
  const [left, right] = node.args;
  const values = valuesOf(left, scope) ?? (node.op === 'in' ? undefined : valuesOf(right, scope));
  const other = valuesOf(left, scope) ? right : left;
  const wanted = node.op === 'in' ? literals(other) : literals({ op: 'list', args: [other] } as Node);
  if (!values || !wanted) return true;
  const isWanted = (node.op === '!=') !== outcome;
  return values.some((value) => wanted.includes(value) === isWanted);
}

/** Returns the possible values of an answer, if it was a small set. */
function valuesOf(node: Node, { before }: Scope): readonly unknown[] | undefined {
  const schema = schemaAt(node, before);
  return schema && schema !== 'absent' ? typeOfSchema(schema).values : undefined;
}

function literals(node: Node): unknown[] | undefined {
  if (node.op !== 'list') return undefined;
  const values = node.args.map((each) => (each.op === 'value' ? plain(each.args) : undefined));
  return values.includes(undefined) ? undefined : values;
}

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

/** Methods that handle an absent receiver. */
const optional = new Set(['orValue', 'or', 'hasValue', 'optMap', 'optFlatMap', 'value']);
const macros = new Set(['exists', 'exists_one', 'all', 'map', 'filter']);

/** Whether evaluating a node certainly reads an answer that nobody could give. */
function isAbsent(node: Node, scope: Scope): boolean {
  switch (node.op) {
    case '.':
    case '[]':
      return schemaAt(node, scope.before) === 'absent' && !isComputed(schemaAt(node, scope.after));
    case 'call':
      return node.args[0] !== 'has' && node.args[1].some((each) => isAbsent(each, scope));
    case 'rcall': {
      const [name, receiver, args] = node.args;
      if (optional.has(name)) return false;
      return isAbsent(receiver, scope) || (!macros.has(name) && args.some((each) => isAbsent(each, scope)));
    }
    case '-_':
      return isAbsent(node.args, scope);
    case '==':
    case '!=':
    case 'in':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return node.args.some((each) => isAbsent(each, scope));
    default:
      return false;
  }
}

const isComputed = (schema: JsonSchema | 'absent' | undefined): boolean =>
  schema === undefined || (schema !== 'absent' && (schema as { 'x-value'?: unknown })['x-value'] !== undefined);

/** Returns the schema of an answer, `absent` if no answer had the name, and undefined if unknown. */
function schemaAt(node: Node, answered: Answered): JsonSchema | 'absent' | undefined {
  const [namespace = '', ...names] = pathOf(node)?.split('.') ?? [];
  let schema: JsonSchema | undefined = Object.hasOwn(answered, namespace) ? answered[namespace] : undefined;
  for (const name of names) {
    if (!schema?.properties) return undefined;
    if (!Object.hasOwn(schema.properties, name)) return 'absent';
    schema = schema.properties[name];
  }
  return schema;
}
