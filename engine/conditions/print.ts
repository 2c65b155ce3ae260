import type { Node } from '../expression/index.ts';

/** Operator precedence, lowest first. Operands of other operators need no brackets. */
const binding: Readonly<Record<string, number>> = {
  '?:': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
  '!_': 7,
  '-_': 7,
};

const tightest = 8;

/** Writes a syntax tree as CEL, in the style of the configuration: single quotes, few brackets. */
export function printed(node: Node, within = 0): string {
  const own = binding[node.op] ?? tightest;
  const text = bare(node, own);
  return own < within ? `(${text})` : text;
}

function bare(node: Node, own: number): string {
  switch (node.op) {
    case 'value':
      return literal(node.args);
    case 'id':
      return node.args;
    case '.':
      return `${printed(node.args[0], tightest)}.${node.args[1]}`;
    case '.?':
      return `${printed(node.args[0], tightest)}.?${node.args[1]}`;
    case '[]':
      return `${printed(node.args[0], tightest)}[${printed(node.args[1])}]`;
    case '[?]':
      return `${printed(node.args[0], tightest)}[?${printed(node.args[1])}]`;
    case 'call':
      return `${node.args[0]}(${listed(node.args[1])})`;
    case 'rcall':
      return `${printed(node.args[1], tightest)}.${node.args[0]}(${listed(node.args[2])})`;
    case 'list':
      return `[${listed(node.args)}]`;
    case 'map':
      return `{${node.args.map(([key, value]) => `${printed(key)}: ${printed(value)}`).join(', ')}}`;
    case '?:':
      return `${printed(node.args[0], own + 1)} ? ${printed(node.args[1], own + 1)} : ${printed(node.args[2], own)}`;
    case '!_':
    case '-_':
      return `${node.op[0]}${printed(node.args, own)}`;
    default:
      return `${printed(node.args[0], own)} ${node.op} ${printed(node.args[1], own + 1)}`;
  }
}

const listed = (nodes: readonly Node[]): string => nodes.map((each) => printed(each)).join(', ');

/** Writes a literal. A decimal keeps its point, because `2.0` is not an int. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  return String(value);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const quoted = (text: string): string => `'${text.replace(/[\\'\n\r\t]/g, (each) => escapes[each] ?? each)}'`;
