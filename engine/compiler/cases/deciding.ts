import { isFinding, parseExpression, type NamedConditions, type Node, type Scope } from '../../expression/index.ts';
import { judge } from '../../form/context.ts';
import type { Context, Expression } from '../../form/types.ts';
import { expressionModule } from '../release/expressionModule.ts';
import { loadExpressions } from '../release/loadPart.ts';

/** A subexpression with its source, and its own subexpressions. */
interface Part {
  text: string;
  op: '&&' | '||' | '!' | 'name' | 'whole';
  parts: readonly Part[];
}

/** Names the part of a condition that decides its outcome, unless that is the whole condition: "because `work.income == 'a'` is false". */
export async function because(source: string, context: Context, scope: Scope, conditions: NamedConditions): Promise<string> {
  const root = partOf(source, conditions);
  if (!root) return '';
  const texts = textsOf(root);
  if (texts.some((text) => isFinding(parseExpression(text)))) return '';
  const sources = texts.map((text) => ({ source: text, scope }));
  const code = await loadExpressions(expressionModule(sources, conditions) ?? '');
  const isTrue = ({ text }: Part): boolean => judge(code[text] as Expression<boolean>, context, 'case') === 'yes';
  const part = deciding(root, isTrue);
  return part === root ? '' : `, because \`${part.text}\` is ${isTrue(part)}`;
}

const deepest = 20;

function partOf(source: string, conditions: NamedConditions, depth = 0): Part | undefined {
  const root = parseExpression(source);
  if (isFinding(root) || depth > deepest) return undefined;
  const made = (node: Node): Part => {
    const text = closed(source.slice(node.range.start, node.range.end));
    if (node.op === '&&' || node.op === '||') return { text, op: node.op, parts: node.args.map(made) };
    if (node.op === '!_') return { text, op: '!', parts: [made(node.args)] };
    const isNamed = node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'conditions';
    const named = isNamed ? partOf(conditions[node.args[1]] ?? '', conditions, depth + 1) : undefined;
    return named ? { text, op: 'name', parts: [named] } : { text, op: 'whole', parts: [] };
  };
  return made(root);
}

/** Adds the closing parentheses that the parser omits from a part. */
const closed = (text: string): string => text + ')'.repeat(Math.max(0, text.split('(').length - text.split(')').length));

const textsOf = ({ text, parts }: Part): string[] => [text, ...parts.flatMap(textsOf)];

/** Returns the first part that decides the outcome alone, or the whole expression if no part does. */
function deciding(part: Part, isTrue: (part: Part) => boolean): Part {
  const { op, parts } = part;
  if (op === '!' || op === 'name') return parts[0] ? deciding(parts[0], isTrue) : part;
  const decides = parts.find((each) => isTrue(each) === (op === '||'));
  return decides ? deciding(decides, isTrue) : part;
}
