import { escapeXml } from './xml.ts';
import type { ScenarioResult } from './run.ts';

/** JUnit's XML as Jenkins reads it (xunit-plugin, junit-10.xsd). A scenario is a test case, its file the class. */
export function junitOf(results: readonly ScenarioResult[]): string {
  const failed = results.filter(({ diagnostics }) => diagnostics.length > 0).length;
  const seconds = results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const skipped = results.filter(({ isSkipped }) => isSkipped).length;
  const counts = `tests="${results.length}" failures="${failed}" errors="0" time="${seconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="scenarios" ${counts} skipped="${skipped}">`,
    ...results.flatMap(testCase),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

function testCase({ id, title, file, diagnostics, untried = [], isSkipped, durationMs }: ScenarioResult): string[] {
  const opening = `    <testcase name="${escapeXml(title || id)}" classname="${escapeXml(file)}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (diagnostics.length === 0 && untried.length === 0) return [`${opening}/>`];
  const failures = diagnostics.map(
    ({ line, column, message, code }) =>
      `      <failure message="${escapeXml(message)}" type="${code}">${escapeXml(`${file}:${line}:${column}`)}</failure>`,
  );
  const reasons = untried.map(({ line, column, message }) => escapeXml(`${file}:${line}:${column} ${message}`));
  const skipped = isSkipped ? [`      <skipped message="${escapeXml(untried[0]?.message ?? '')}"/>`] : [];
  const told = reasons.length > 0 ? [`      <system-out>Not in a browser:\n${reasons.join('\n')}</system-out>`] : [];
  return [`${opening}>`, ...skipped, ...failures, ...told, '    </testcase>'];
}
