/** The kinds of values. By JSON Schema, an `integer` is an int and a `number` is a double. */
export type Kind = 'bool' | 'string' | 'int' | 'double' | 'list' | 'map' | 'null' | 'optional' | 'dyn';

export interface FunctionSpec {
  /** Kinds of the receiver. Absent for a global function. */
  receiver?: readonly Kind[];
  /** Kinds of each argument. */
  args: readonly (readonly Kind[])[];
  result: Kind;
  /** Kind of the items if the result is a list. */
  itemKind?: Kind;
  /** Returns JavaScript for receiver and arguments, based on runtime.ts. */
  emit: (...args: string[]) => string;
}

const text: readonly Kind[] = ['string'];
const int: readonly Kind[] = ['int'];
const sized: readonly Kind[] = ['string', 'list', 'map'];

/** Calls a function of runtime.ts. */
const call =
  (name: string) =>
  (...args: string[]) =>
    `${name}(${args.join(', ')})`;
const method = (name: string) => (receiver: string, argument: string) => `str(${receiver}).${name}(str(${argument}))`;

/**
 * The functions of expressions, except for the macros has, exists, all, exists_one, filter and map, the optional's orValue and hasValue,
 * and matches, whose pattern is compiled. Entries with the same name are overloads by receiver or number of arguments.
 */
export const functions: Readonly<Record<string, readonly FunctionSpec[]>> = {
  size: [
    { args: [sized], result: 'int', emit: call('size') },
    { receiver: sized, args: [], result: 'int', emit: call('size') },
  ],
  age: [{ args: [text, text], result: 'int', emit: call('age') }],
  daysBetween: [{ args: [text, text], result: 'int', emit: call('daysBetween') }],
  addDays: [{ args: [text, int], result: 'string', emit: call('addDays') }],
  sameName: [{ args: [text, ['list']], result: 'bool', emit: call('sameName') }],
  string: [{ args: [['string', 'int', 'double', 'bool']], result: 'string', emit: call('text') }],
  int: [{ args: [['int', 'double', 'string']], result: 'int', emit: call('toInt') }],
  double: [{ args: [['int', 'double', 'string']], result: 'double', emit: call('toDouble') }],
  dyn: [{ args: [['dyn']], result: 'dyn', emit: (a) => a ?? '' }],
  startsWith: [{ receiver: text, args: [text], result: 'bool', emit: method('startsWith') }],
  endsWith: [{ receiver: text, args: [text], result: 'bool', emit: method('endsWith') }],
  contains: [{ receiver: text, args: [text], result: 'bool', emit: method('includes') }],
  lowerAscii: [{ receiver: text, args: [], result: 'string', emit: call('lowerAscii') }],
  upperAscii: [{ receiver: text, args: [], result: 'string', emit: call('upperAscii') }],
  trim: [{ receiver: text, args: [], result: 'string', emit: call('trim') }],
  indexOf: [{ receiver: text, args: [text], result: 'int', emit: call('indexOf') }],
  split: [{ receiver: text, args: [text], result: 'list', itemKind: 'string', emit: call('split') }],
  substring: [
    { receiver: text, args: [int], result: 'string', emit: call('substring') },
    { receiver: text, args: [int, int], result: 'string', emit: call('substring') },
  ],
  join: [
    { receiver: ['list'], args: [], result: 'string', emit: (a) => `join(${a}, "")` },
    { receiver: ['list'], args: [text], result: 'string', emit: call('join') },
  ],
};

/** Macros over lists, with their numbers of arguments. */
export const macros: Readonly<Record<string, readonly number[]>> = {
  exists: [2],
  all: [2],
  exists_one: [2],
  filter: [2],
  map: [2, 3],
};

/** Selects the overload of a call by its receiver and number of arguments. */
export function overloadOf(name: string, hasReceiver: boolean, argumentCount: number): FunctionSpec | undefined {
  const overloads = Object.hasOwn(functions, name) ? functions[name] : undefined;
  return overloads?.find((each) => (each.receiver !== undefined) === hasReceiver && each.args.length === argumentCount);
}
