import type { OpenRelease } from '../compiler/index.ts';
import { isPlainObject } from '../form/empty.ts';
import { judge } from '../form/context.ts';
import type { Context, Expression } from '../form/types.ts';

type Words = Readonly<Record<string, unknown>>;
type OpenScreen = NonNullable<OpenRelease['screens'][string]>;

/**
 * Returns what a screen shows, block by block and without its styling: every part whose condition holds, expressions by their values, texts
 * by their wording. A part that repeats for each item of a list appears once, and the values of the items stay open.
 */
export function shownOf({ screen, expressions }: OpenScreen, context: Context, words: Words): string[] {
  const lines: string[] = [];
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const expression = Object.hasOwn(expressions, value) ? expressions[value] : undefined;
      return expression ? valueOf(expression, context) : value;
    }
    if (Array.isArray(value)) return value.map(visit).filter((each) => each !== undefined);
    if (!isPlainObject(value)) return value;
    const { when, blocks, ...own } = value;
    if (typeof when === 'string' && judge(expressions[when] as Expression<boolean>, context, 'when') !== 'yes') return undefined;
    if (typeof own['key'] === 'string') return { text: wordsAt(words, screen.id, own['key']), with: visit(own['with']) };
    const shown = Object.fromEntries(Object.entries(own).map(([name, each]) => [name, visit(each)]));
    if (typeof own['block'] === 'string') lines.push(JSON.stringify(shown));
    visit(blocks);
    return shown;
  };
  visit(screen.blocks);
  return lines;
}

function valueOf(expression: Expression, context: Context): unknown {
  try {
    return expression(context) ?? 'nothing';
  } catch {
    return '…';
  }
}

function wordsAt(words: Words, screen: string, key: string): unknown {
  const path = key.startsWith('common.') ? key.split('.') : ['screens', screen, ...key.split('.')];
  return path.reduce<unknown>((inner, name) => (isPlainObject(inner) ? inner[name] : undefined), words);
}
