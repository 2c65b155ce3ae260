import type { Part } from '../types.ts';

/**
 * A part as a value, in Node: the parsed JSON, or the namespace of the module. Modules have no imports, so that a data:
 * address holds them; Node keeps one instance for each content.
 */
export async function loadPart(part: Part): Promise<unknown> {
  if (part.type === 'application/json') return JSON.parse(part.body);
  const address = `data:text/javascript;base64,${Buffer.from(part.body).toString('base64')}`;
  return { ...(await import(/* @vite-ignore */ address)) };
}
