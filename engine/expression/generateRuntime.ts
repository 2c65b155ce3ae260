import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Returns the definitions of runtime.ts as plain JavaScript without comments and types: name → source. */
export function runtimeFunctions(): Record<string, string> {
  const plain = stripTypeScriptTypes(readFileSync(new URL('runtime.ts', import.meta.url), 'utf8'));
  const bare = plain.replace(/^\s*\/\*\*[\s\S]*?\*\/\s*$/gm, '').replace(/^ *\/\/.*$/gm, '');
  const functions: Record<string, string> = {};
  for (const chunk of bare.split(/^export /m).slice(1)) {
    const name = /^(?:function|const) (\w+)/.exec(chunk)?.[1];
    if (name) functions[name] = squeeze(chunk);
  }
  return functions;
}

/** Removes extra white space. No string in runtime.ts contains two spaces in a row. */
function squeeze(source: string): string {
  return source
    .split('\n')
    .map((line) => line.trim().replace(/ {2,}/g, ' '))
    .filter((line) => line !== '')
    .join('\n')
    .replace(/ ([,;)])/g, '$1');
}

export function runtimeModule(): string {
  const entries = Object.entries(runtimeFunctions()).map(([name, source]) => `  ${name}: ${JSON.stringify(source)},`);
  return [
    '// Generated from runtime.ts by generateRuntime.ts; a test keeps the two equal.',
    '',
    '/** Each definition of runtime.ts as JavaScript, by name. */',
    'export const runtimeFunctions: Readonly<Record<string, string>> = {',
    ...entries,
    '};',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('runtimeSource.ts', import.meta.url), runtimeModule());
}
