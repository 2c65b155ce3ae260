import type { ScenarioResult } from './run.ts';

/** JUnit's XML as its Ant task writes it: what CI servers read. A scenario is a test case, its file the class. */
export function junitOf(results: readonly ScenarioResult[]): string {
  const failed = results.filter(({ diagnostics }) => diagnostics.length > 0).length;
  const seconds = results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const skipped = results.filter(({ isSkipped }) => isSkipped).length;
  const counts = `tests="${results.length}" failures="${failed}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="scenarios" ${counts}>`,
    ...results.flatMap(testCase),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

function testCase({ id, title, file, diagnostics, untried = [], isSkipped, durationMs }: ScenarioResult): string[] {
  const opening = `    <testcase name="${escaped(title || id)}" classname="${escaped(file)}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (diagnostics.length === 0 && untried.length === 0) return [`${opening}/>`];
  const failures = diagnostics.map(
    ({ line, column, message, code }) =>
      `      <failure message="${escaped(message)}" type="${code}">${escaped(`${file}:${line}:${column}`)}</failure>`,
  );
  const reasons = untried.map(({ line, column, message }) => escaped(`${file}:${line}:${column} ${message}`));
  const skipped = isSkipped ? [`      <skipped message="${escaped(untried[0]?.message ?? '')}"/>`] : [];
  const told = reasons.length > 0 ? [`      <system-out>Not in a browser:\n${reasons.join('\n')}</system-out>`] : [];
  return [`${opening}>`, ...skipped, ...failures, ...told, '    </testcase>'];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  // XML 1.0 has no place for control characters, not even escaped.
  return Array.from(text, (character) => entities[character] ?? (character < ' ' ? ' ' : character)).join('');
}
