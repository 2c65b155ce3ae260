import type { ExpressionModule, Expressions } from '../../flow/load.ts';
import type { Part } from '../types.ts';

/**
 * Loads a part in Node: the parsed JSON, or the namespace of the module. A data: URL works because modules have no imports. Node
 * keeps one instance for each content.
 */
export async function loadPart(part: Part): Promise<unknown> {
  if (part.type === 'application/json') return JSON.parse(part.body);
  const address = `data:text/javascript;base64,${Buffer.from(part.body).toString('base64')}`;
  return { ...(await import(/* @vite-ignore */ address)) };
}

/** Loads a generated module of expressions, by their CEL source. */
export async function loadExpressions(body: string): Promise<Expressions> {
  const { expressions } = (await loadPart({ name: '', type: 'text/javascript', body })) as ExpressionModule;
  return expressions;
}
