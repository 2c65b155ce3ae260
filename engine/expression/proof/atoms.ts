import { pathOf } from '../guards.ts';
import { canonicalNode, type Node } from '../parse.ts';
import { typeOfSchema, type JsonSchema, type NamedConditions, type Scope } from '../types.ts';
import type { Order, Truth } from './judge.ts';
import { schemaAt } from './schemaAt.ts';
import { valuesApart, type Domain } from './values.ts';

/** The scope of the expressions in a proof. */
export interface World {
  scope: Scope;
  conditions: NamedConditions;
  /** The values of `constants`. */
  constants: Readonly<Record<string, unknown>>;
  /** Names of forms that may be half filled in: any of their answers can be absent. */
  partial?: ReadonlySet<string>;
}

/** A known value, or a term whose value has not been chosen. */
export type Operand = { value: unknown } | Term;

interface Term {
  key: string;
  domain: Domain;
  /** The path whose absence makes the term absent. */
  path?: string;
  /** The value if the path is absent. */
  otherwise?: unknown;
}

/** A term with the constants that it is compared with. */
interface Compared {
  domain: Domain;
  constants: Set<unknown>;
  /** Whether one of the comparisons is by order. */
  byOrder: boolean;
}

const both = [true, false];

/** The independently varying terms of some expressions, and the constants that distinguish their values. */
export class Atoms {
  readonly world: World;
  /** The values chosen so far. */
  readonly chosen = new Map<string, unknown>();
  /** The first atom that the last evaluation found open. */
  wanted: string | undefined;
  readonly #operands = new Map<Node, Operand>();
  readonly #optional = new Map<string, readonly string[]>();
  readonly #compared = new Map<string, Compared>();
  readonly #choices = new Map<string, readonly unknown[]>();

  constructor(world: World) {
    this.world = world;
  }

  /** Clears the state of the previous question. */
  begin(): void {
    this.chosen.clear();
    this.#compared.clear();
    this.#choices.clear();
  }

  valuesOf(key: string): readonly unknown[] {
    const known = this.#choices.get(key);
    if (known) return known;
    const { domain = {}, constants = [], byOrder = false } = this.#compared.get(key) ?? {};
    const values = valuesApart(domain, [...constants], byOrder);
    this.#choices.set(key, values);
    return values;
  }

  operand(node: Node): Operand {
    const known = this.#operands.get(node);
    if (known) return known;
    const made = this.#make(node);
    this.#operands.set(node, made);
    return made;
  }

  #make(node: Node): Operand {
    const constant = this.#constant(node);
    if (constant) return constant;
    if (node.op === 'rcall' && node.args[0] === 'orValue' && node.args[2][0]) {
      const [path, otherwise] = [pathOf(node.args[1]), this.#constant(node.args[2][0])];
      if (path !== undefined && otherwise) return { ...this.#ofPath(path), otherwise: otherwise.value };
    }
    const path = pathOf(node);
    if (path !== undefined) return this.#ofPath(path);
    return { key: canonicalNode(node), domain: isCount(node) ? { kind: 'int' } : {} };
  }

  #ofPath(path: string): Term {
    const found = schemaAt(this.world.scope, path.split('.'), this.world.partial);
    return { key: path, path, domain: found ? domainOf(found.schema) : {} };
  }

  /** The value of a literal, a constant of the settings, or a computation with both. */
  #constant(node: Node): { value: unknown } | undefined {
    if (node.op === 'value') return { value: typeof node.args === 'bigint' ? Number(node.args) : node.args };
    if (node.op === '-_') {
      const inner = this.#constant(node.args);
      return typeof inner?.value === 'number' ? { value: -inner.value } : undefined;
    }
    const [namespace, name = '', ...more] = pathOf(node)?.split('.') ?? [];
    const { constants } = this.world;
    return namespace === 'constants' && more.length === 0 && Object.hasOwn(constants, name) ? { value: constants[name] } : undefined;
  }

  /** The members of a list that is written here or a constant. */
  members(list: Node): unknown[] | undefined {
    if (list.op !== 'list') {
      const value = this.#constant(list)?.value;
      return Array.isArray(value) ? value : undefined;
    }
    const members = list.args.map((each) => this.#constant(each));
    return members.every((each) => each !== undefined) ? members.map(({ value }) => value) : undefined;
  }

  /** Whether the field of `has()` is present. */
  presence(field: Node | undefined): Truth {
    const path = field && pathOf(field);
    return path === undefined ? 'open' : this.#isThere(path);
  }

  #isThere(path: string): Truth {
    for (const key of this.#optionalParts(path)) {
      const truth = this.#choice(key, both) as boolean | undefined;
      if (truth !== true) return truth ?? 'open';
    }
    return true;
  }

  /** The keys of the presence choices: one for each part of a path that may be absent. */
  #optionalParts(path: string): readonly string[] {
    const known = this.#optional.get(path);
    if (known) return known;
    const parts = path.split('.');
    const prefixes = parts.slice(1).map((_, index) => parts.slice(0, index + 2));
    const made = prefixes.flatMap((part) =>
      schemaAt(this.world.scope, part, this.world.partial)?.mayBeAbsent === false ? [] : [`has ${part.join('.')}`],
    );
    this.#optional.set(path, made);
    return made;
  }

  /** The chosen value of a term that is compared with a constant; undefined while it is open, and if it is absent. */
  valueOf({ key, domain, path, otherwise }: Term, constant: unknown, byOrder: boolean): { is: unknown } | undefined {
    const compared = this.#compared.get(key) ?? { domain, constants: new Set(), byOrder };
    compared.constants.add(constant);
    compared.byOrder ||= byOrder;
    this.#compared.set(key, compared);
    const isThere = path === undefined ? true : this.#isThere(path);
    if (isThere === false && otherwise !== undefined) return { is: otherwise };
    if (isThere !== true) return undefined;
    if (this.chosen.has(key)) return { is: this.chosen.get(key) };
    this.wanted ??= key;
    return undefined;
  }

  /** The order of two terms. It is arbitrary, but the same wherever they are compared. */
  order(left: Term, right: Term): Order {
    const [one, another] = [nameOf(left), nameOf(right)];
    if (one === another) return 0;
    const isSwapped = one > another;
    const order = this.#choice(`order ${isSwapped ? another : one} ${isSwapped ? one : another}`, orders) as number | undefined;
    const isThere = [left, right].every(
      ({ path, otherwise }) => path === undefined || otherwise !== undefined || this.#isThere(path) === true,
    );
    return order === undefined || !isThere ? undefined : isSwapped ? -order : order;
  }

  /** A part that the proof treats as opaque: true or false, but the same wherever it occurs. */
  opaque(parts: readonly [string, ...Node[]]): Truth {
    const key = parts.map((part) => (typeof part === 'string' ? part : canonicalNode(part))).join(' ');
    return (this.#choice(key, both) as boolean | undefined) ?? 'open';
  }

  #choice(key: string, values: readonly unknown[]): unknown {
    this.#choices.set(key, values);
    if (!this.chosen.has(key)) this.wanted ??= key;
    return this.chosen.get(key);
  }
}

const orders = [-1, 0, 1];
const nameOf = ({ key, otherwise }: Term): string => (otherwise === undefined ? key : `${key} ${JSON.stringify(otherwise)}`);

const countsWhole: ReadonlySet<string> = new Set(['size', 'age', 'daysBetween']);
const isCount = (node: Node): boolean => (node.op === 'call' || node.op === 'rcall') && countsWhole.has(node.args[0]);

function domainOf(schema: JsonSchema & { minimum?: unknown; maximum?: unknown }): Domain {
  const { kind, values } = typeOfSchema(schema);
  if (kind === 'bool') return { values: values ?? both };
  const { minimum, maximum } = schema;
  return {
    kind,
    ...(values && { values }),
    ...(typeof minimum === 'number' && { minimum }),
    ...(typeof maximum === 'number' && { maximum }),
  };
}
