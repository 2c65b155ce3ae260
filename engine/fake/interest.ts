import { isFinding, parseExpression, pathOf, visit, type NamedConditions, type Node } from '../expression/index.ts';

type Scalar = string | number | boolean;

/** The distinctions that expressions make about one value, so that a few cases represent all values. */
export interface Interest {
  /** Values it is compared with for equality. */
  literals: Set<Scalar>;
  /** Limits in comparisons by order. */
  bounds: Set<number | string>;
  /** Ages in full years that a date is compared with. */
  ages: Set<number>;
  /** Distances from today in days that a date is compared with. */
  days: Set<number>;
  /** Sizes that a text or a list is compared with. */
  sizes: Set<number>;
  patterns: Set<string>;
  /** Other paths whose values it is compared with. */
  peers: Set<string>;
  /** An expression reads it in a way that this analysis does not support, so its cases are only samples. */
  opaque: boolean;
}

export type Interests = ReadonlyMap<string, Interest>;

export interface Reader {
  source: string;
  /** The target of each alias namespace, for example `work` for `self`. Other namespaces keep their name. */
  names?: Readonly<Record<string, string>>;
}

/** Known values: constants by path `constants.minimumAge`. */
export type Known = Readonly<Record<string, Scalar>>;

/** Returns the distinctions that the expressions make, by path. */
export function interestsOf(readers: readonly Reader[], known: Known, conditions: NamedConditions): Map<string, Interest> {
  const gathered = new Map<string, Interest>();
  for (const { source, names = {} } of readers) new Gatherer(gathered, known, conditions, names).read(source, 0);
  return gathered;
}

const deepest = 20;
const swapped: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' };
const decided = new Set(['==', '!=', '<', '<=', '>', '>=']);

class Gatherer {
  readonly #gathered: Map<string, Interest>;
  readonly #known: Known;
  readonly #conditions: NamedConditions;
  readonly #names: Readonly<Record<string, string>>;

  constructor(gathered: Map<string, Interest>, known: Known, conditions: NamedConditions, names: Readonly<Record<string, string>>) {
    this.#gathered = gathered;
    this.#known = known;
    this.#conditions = conditions;
    this.#names = names;
  }

  read(source: string, depth: number): void {
    const root = parseExpression(source);
    if (!isFinding(root) && depth < deepest) this.#walk(root, depth);
  }

  /** Walks a part with a boolean or unused value. Every path in it is either understood or opaque. */
  #walk(node: Node, depth: number): void {
    if (node.op === '&&' || node.op === '||') return node.args.forEach((each) => this.#walk(each, depth));
    if (node.op === '!_') return this.#walk(node.args, depth);
    if (node.op === '?:') return node.args.forEach((each) => this.#walk(each, depth));
    if (node.op === 'value') return;
    const condition = conditionNamed(node);
    if (condition !== undefined) return this.read(this.#conditions[condition] ?? 'true', depth + 1);
    if (decided.has(node.op)) return this.#compare(node as Extract<Node, { op: '==' }>, depth);
    if (node.op === 'in') return this.#within(node, depth);
    if (node.op === 'call' && node.args[0] === 'has') return this.#present(node.args[1][0]);
    if (node.op === 'rcall' && this.#method(node, depth)) return;
    const path = this.#path(node);
    // A boolean path on its own.
    if (path !== undefined) return void this.#of(path).literals.add(true).add(false);
    this.#blur(node);
  }

  #present(field: Node | undefined): void {
    const path = field && this.#path(field);
    if (path !== undefined) this.#of(path);
  }

  #compare({ op, args: [left, right] }: Extract<Node, { op: '==' }>, depth: number): void {
    const [a, b] = [this.#value(left), this.#value(right)];
    if (a !== undefined && b !== undefined) return;
    if (b !== undefined) return this.#against(left, op, b, depth);
    if (a !== undefined) return this.#against(right, swapped[op] ?? op, a, depth);
    const [one, other] = [this.#path(left), this.#path(right)];
    if (one === undefined || other === undefined) return [left, right].forEach((each) => this.#blur(each));
    if (one === 'today' || other === 'today') return void this.#of(one === 'today' ? other : one).days.add(0);
    this.#of(one).peers.add(other);
    this.#of(other).peers.add(one);
    if (op !== ('==' as string) && op !== ('!=' as string)) for (const path of [one, other]) this.#of(path).opaque = true;
  }

  /** One side is known. Determines how the other side depends on a path. */
  #against(node: Node, op: string, value: Scalar, depth: number): void {
    const path = this.#path(node);
    if (path !== undefined) return this.#note(path, op, value);
    const [name, argument] = node.op === 'call' ? [node.args[0], node.args[1][0]] : node.op === 'rcall' ? [node.args[0], node.args[1]] : [];
    const inner = argument && this.#path(argument);
    if (inner !== undefined && typeof value === 'number') {
      if (name === 'age') return void this.#of(inner).ages.add(value);
      if (name === 'size') return void this.#of(inner).sizes.add(value);
    }
    if (name === 'daysBetween' && node.op === 'call' && typeof value === 'number') return this.#days(node.args[1], value);
    if (node.op === 'rcall' && name === 'orValue' && inner !== undefined) return this.#note(inner, op, value);
    this.#walkOrBlur(node, depth);
  }

  #note(path: string, op: string, value: Scalar): void {
    const interest = this.#of(path);
    if (op === '==' || op === '!=' || typeof value === 'boolean') interest.literals.add(value);
    else interest.bounds.add(value);
  }

  /** `daysBetween(a, today)` grows as `a` gets earlier. */
  #days([from, to]: readonly Node[], days: number): void {
    const [a, b] = [from && this.#path(from), to && this.#path(to)];
    if (a !== undefined && b === 'today') return void this.#of(a).days.add(-days);
    if (b !== undefined && a === 'today') return void this.#of(b).days.add(days);
    for (const path of [a, b]) if (path !== undefined) this.#of(path).opaque = true;
  }

  #within({ args: [value, list] }: Extract<Node, { op: 'in' }>, depth: number): void {
    const members = list.op === 'list' ? list.args.map((each) => this.#value(each)) : [undefined];
    if (members.includes(undefined)) return [value, list].forEach((each) => this.#blur(each));
    for (const member of members) if (member !== undefined) this.#against(value, '==', member, depth);
  }

  #method(node: Extract<Node, { op: 'rcall' }>, depth: number): boolean {
    const [name, receiver, [first]] = node.args;
    const path = this.#path(receiver);
    const text = first && this.#value(first);
    if (path !== undefined && name === 'matches' && typeof text === 'string') {
      this.#of(path).patterns.add(text);
      return true;
    }
    if (name === 'orValue' && first) {
      this.#walk(receiver, depth);
      this.#walk(first, depth);
      return true;
    }
    return false;
  }

  #walkOrBlur(node: Node, depth: number): void {
    if (node.op === '?:' || node.op === '!_' || node.op === '&&' || node.op === '||') this.#walk(node, depth);
    else this.#blur(node);
  }

  /** Marks everything that is read here as opaque. */
  #blur(node: Node): void {
    visit(node, (each) => {
      const path = this.#path(each);
      if (path !== undefined && path.includes('.')) this.#of(path).opaque = true;
    });
  }

  #of(path: string): Interest {
    const known = this.#gathered.get(path);
    if (known) return known;
    const none = () => new Set<never>();
    const interest: Interest = {
      literals: none(),
      bounds: none(),
      ages: none(),
      days: none(),
      sizes: none(),
      patterns: none(),
      peers: none(),
      opaque: false,
    };
    this.#gathered.set(path, interest);
    return interest;
  }

  /** Returns the path that a part reads, or undefined for constants, literals and computations. */
  #path(node: Node): string | undefined {
    const path = pathOf(node);
    if (path === undefined || Object.hasOwn(this.#known, path)) return undefined;
    const [namespace = '', ...rest] = path.split('.');
    const name = Object.hasOwn(this.#names, namespace) ? (this.#names[namespace] ?? namespace) : namespace;
    return [name, ...rest].join('.');
  }

  /** Returns the value of a constant part. */
  #value(node: Node): Scalar | undefined {
    if (node.op === 'value') return typeof node.args === 'bigint' ? Number(node.args) : scalar(node.args);
    const path = pathOf(node);
    if (path !== undefined) return Object.hasOwn(this.#known, path) ? this.#known[path] : undefined;
    if (node.op === '-_') return negative(this.#value(node.args));
    if (node.op !== '+' && node.op !== '-' && node.op !== '*' && node.op !== '/') return undefined;
    const [left, right] = node.args.map((each) => this.#value(each));
    return typeof left === 'number' && typeof right === 'number' ? arithmetic[node.op](left, right) : undefined;
  }
}

const scalar = (value: unknown): Scalar | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
const negative = (value: Scalar | undefined): number | undefined => (typeof value === 'number' ? -value : undefined);
const arithmetic: Readonly<Record<'+' | '-' | '*' | '/', (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
};

function conditionNamed(node: Node): string | undefined {
  return node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'conditions' ? node.args[1] : undefined;
}
