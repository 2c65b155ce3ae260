/** The kinds of values. All numbers are one kind. */
export type Kind = 'bool' | 'string' | 'number' | 'list' | 'map' | 'null' | 'optional' | 'dyn';

export interface FunctionSpec {
  /** Kinds of the receiver. Absent for a global function. */
  receiver?: readonly Kind[];
  /** Kinds of each argument. */
  args: readonly (readonly Kind[])[];
  result: Kind;
  /** Kind of the items if the result is a list. */
  itemKind?: Kind;
  /** The result is a whole number. Dividing two whole numbers is CEL's integer division. */
  whole?: boolean;
  /** Returns JavaScript for receiver and arguments, based on runtime.ts. */
  emit: (...args: string[]) => string;
}

const text: readonly Kind[] = ['string'];
const number: readonly Kind[] = ['number'];
const sized: readonly Kind[] = ['string', 'list', 'map'];

const method = (name: string) => (receiver: string, argument: string) => `str(${receiver}).${name}(str(${argument}))`;

/**
 * The functions of expressions, besides the macros has, exists, all, exists_one, filter and map and the optional's orValue and
 * hasValue. Entries with the same name are overloads by receiver or number of arguments.
 */
export const functions: Readonly<Record<string, readonly FunctionSpec[]>> = {
  size: [
    { args: [sized], result: 'number', whole: true, emit: (a) => `size(${a})` },
    { receiver: sized, args: [], result: 'number', whole: true, emit: (a) => `size(${a})` },
  ],
  age: [{ args: [text, text], result: 'number', whole: true, emit: (a, b) => `age(${a}, ${b})` }],
  daysBetween: [{ args: [text, text], result: 'number', whole: true, emit: (a, b) => `daysBetween(${a}, ${b})` }],
  addDays: [{ args: [text, number], result: 'string', emit: (a, b) => `addDays(${a}, ${b})` }],
  sameName: [{ args: [text, ['list']], result: 'bool', emit: (a, b) => `sameName(${a}, ${b})` }],
  string: [{ args: [['string', 'number', 'bool']], result: 'string', emit: (a) => `text(${a})` }],
  int: [{ args: [['number', 'string']], result: 'number', whole: true, emit: (a) => `toNumber(${a}, true)` }],
  double: [{ args: [['number', 'string']], result: 'number', emit: (a) => `toNumber(${a}, false)` }],
  dyn: [{ args: [['dyn']], result: 'dyn', emit: (a) => a ?? '' }],
  startsWith: [{ receiver: text, args: [text], result: 'bool', emit: method('startsWith') }],
  endsWith: [{ receiver: text, args: [text], result: 'bool', emit: method('endsWith') }],
  contains: [{ receiver: text, args: [text], result: 'bool', emit: method('includes') }],
  matches: [{ receiver: text, args: [text], result: 'bool', emit: (a, b) => `new RegExp(str(${b})).test(str(${a}))` }],
  lowerAscii: [{ receiver: text, args: [], result: 'string', emit: (a) => `str(${a}).toLowerCase()` }],
  upperAscii: [{ receiver: text, args: [], result: 'string', emit: (a) => `str(${a}).toUpperCase()` }],
  trim: [{ receiver: text, args: [], result: 'string', emit: (a) => `str(${a}).trim()` }],
  indexOf: [{ receiver: text, args: [text], result: 'number', whole: true, emit: method('indexOf') }],
  split: [{ receiver: text, args: [text], result: 'list', itemKind: 'string', emit: method('split') }],
  substring: [
    { receiver: text, args: [number], result: 'string', emit: (a, b) => `substring(${a}, ${b})` },
    { receiver: text, args: [number, number], result: 'string', emit: (a, b, c) => `substring(${a}, ${b}, ${c})` },
  ],
  join: [
    { receiver: ['list'], args: [], result: 'string', emit: (a) => `join(${a}, "")` },
    { receiver: ['list'], args: [text], result: 'string', emit: (a, b) => `join(${a}, str(${b}))` },
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
