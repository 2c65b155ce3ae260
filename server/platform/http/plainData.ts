import { fail } from '../problem.ts';

const maxDepth = 24;

/** The database cannot store NUL or lone surrogates. */
const storable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/**
 * Refuses input that no honest client sends and that would later fail with a 500: deep nesting and text that cannot be stored.
 * It iterates instead of recursing, so that depth cannot exhaust the stack.
 */
export function assertPlain(input: unknown): void {
  const queue: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { value, path, depth } = next;
    if (depth > maxDepth) refuse('maxDepth', path);
    if (typeof value === 'string' && !storable(value)) refuse('characters', path);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!storable(key)) refuse('characters', path);
      queue.push({ value: child, path: depth < 8 ? `${path}/${key}` : path, depth: depth + 1 });
    }
  }
}

const refuse = (code: string, path: string) => fail('badRequest', { problems: [{ code, path: path.slice(0, 300) }] });
