import { runtimeFunctions } from './runtimeSource.ts';

/** Returns the runtime functions that emitted code uses, with their dependencies, as JavaScript. */
export function runtimeFor(code: string): string {
  const needed = new Set<string>();
  const visit = (source: string) => {
    for (const [word] of source.matchAll(/\w+(?=[(.;])/g)) {
      const found = Object.hasOwn(runtimeFunctions, word) ? runtimeFunctions[word] : undefined;
      if (found === undefined || needed.has(word)) continue;
      needed.add(word);
      visit(found);
    }
  };
  visit(code);
  return Object.entries(runtimeFunctions)
    .filter(([name]) => needed.has(name))
    .map(([, source]) => source)
    .join('\n');
}
