import type { RuleCode } from '../../config/rules/index.ts';
import type { Kind } from '../functions.ts';
import type { Finding, Node } from '../parse.ts';
import type { Suggestion } from '../suggest.ts';
import { describeKind, reported, type NamedConditions, type Scope, type ValueType } from '../types.ts';

export interface Surroundings {
  /** Paths known to be present here. */
  facts: ReadonlySet<string>;
  /** Variables of the enclosing macros. */
  variables: ReadonlyMap<string, ValueType>;
  /** Nesting depth of named conditions. */
  depth: number;
}

/** The place and name of a use of a named condition. */
interface Use {
  node: Node;
  name: string;
}

/** A code that is compared with a value of an enum. */
interface Compared {
  code: unknown;
  node: Node;
  isWithdrawn: boolean;
  use: Use | undefined;
}

export const boolean: ValueType = { kind: 'bool' };

/** In a named condition, these depend on where it is used. All other findings are independent of the use. */
const dependsOnUse = new Set<RuleCode>(['unknown-name', 'unguarded-optional']);

/** One walk over an expression: its scope, and what the walk collects. */
export class Walk {
  readonly scope: Scope;
  readonly conditions: NamedConditions;
  readonly findings: Finding[] = [];
  /** The type of each part, for the emitter. */
  readonly types = new Map<Node, ValueType>();
  /** The trees of the named conditions that it read. */
  readonly conditionNodes = new Map<string, Node>();
  readonly patterns: { pattern: string; offset: number; length: number }[] = [];
  readonly reads = new Map<string, string[]>();
  readonly needs = new Map<string, string[]>();
  /** Namespaces that are read other than by a known field. */
  readonly wholes = new Set<string>();
  /** Codes that the expression compares with a value, by the path of the value. */
  readonly compared = new Map<string, Compared[]>();
  /** Paths that already have a finding. */
  readonly reported = new Set<string>();
  readonly infer: (node: Node, around: Surroundings) => ValueType;
  #use: Use | undefined;

  constructor(scope: Scope, conditions: NamedConditions, infer: (walk: Walk, node: Node, around: Surroundings) => ValueType) {
    this.scope = scope;
    this.conditions = conditions;
    this.infer = (node, around) => {
      const type = infer(this, node, around);
      this.types.set(node, type);
      return type;
    };
  }

  /** Infers a value that a list or an object holds. Emitted code has no optional values: an absent one would be a missing item. */
  inferItem(node: Node, around: Surroundings): ValueType {
    const type = this.infer(node, around);
    return type.kind === 'optional' ? this.unlike('lists and objects cannot hold an optional value: add orValue().', node) : type;
  }

  get insideCondition(): boolean {
    return this.#use !== undefined;
  }

  /** Walks a named condition. Its own mistakes are reported in its source, others where the expression uses it. */
  within(name: string, usedAt: Node, walk: () => void): void {
    const outer = this.#use;
    this.#use = { node: outer?.node ?? usedAt, name };
    walk();
    this.#use = outer;
  }

  find(code: RuleCode, message: string, node: Node, hint: Suggestion = {}, start = node.range.start): ValueType {
    const use = this.#use;
    const atUse = use !== undefined && dependsOnUse.has(code);
    this.findings.push({
      code,
      message: atUse ? `The condition "${use.name}" cannot be used here: ${message}` : capital(message),
      ...(atUse ? placeOf(use.node, use.node.range.start) : placeOf(node, start)),
      ...hint,
      ...(use && !atUse && { condition: use.name }),
    });
    return reported;
  }

  unlike(message: string, node: Node): ValueType {
    return this.find('unlike-types', message, node);
  }

  /** Reports a field and marks its name instead of the whole path. */
  findField(code: RuleCode, message: string, node: Node, hint?: Suggestion): ValueType {
    return this.find(code, message, node, hint, node.op === '.' || node.op === '.?' ? node.pos : node.range.start);
  }

  /** Notes that a code is compared with the value at a path. */
  compare(path: string | undefined, code: unknown, node: Node, { withdrawn = [] }: ValueType): void {
    if (path === undefined) return;
    const known = this.compared.get(path) ?? [];
    this.compared.set(path, [...known, { code, node, isWithdrawn: withdrawn.includes(code), use: this.#use }]);
  }

  /** Reports values that are only compared with codes that nobody can choose any more. */
  findWithdrawn(): void {
    for (const [path, compared] of this.compared) {
      const [first] = compared;
      if (!first || !compared.every(({ isWithdrawn }) => isWithdrawn)) continue;
      const message = `nobody can choose ${JSON.stringify(first.code)} any more: "${path}" is compared with withdrawn codes only.`;
      this.#use = first.use;
      this.find('withdrawn-comparison', message, first.node);
    }
    this.#use = undefined;
  }

  /** Checks that a part has a kind. */
  expect(node: Node, kind: Kind, around: Surroundings): void {
    const type = this.infer(node, around);
    if (type.kind === kind || type.kind === 'dyn') return;
    this.unlike(`Expected ${describeKind(kind)} here, but this is ${describeKind(type.kind)}.`, node);
  }

  /** Records that a path is read. `needed`: the expression fails if it is absent. */
  note(path: string, around: Surroundings, needed: boolean): void {
    const parts = path.split('.');
    if (around.variables.has(parts[0] ?? '')) return;
    this.reads.set(path, parts);
    if (needed && !around.facts.has(path)) this.needs.set(path, parts);
  }
}

function capital(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

function placeOf(node: Node, start: number): { offset: number; length: number } {
  return { offset: start, length: Math.max(1, node.range.end - start) };
}
