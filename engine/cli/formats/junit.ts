import type { Diagnostic } from '../../compiler/types.ts';
import { escapeXml } from '../../scenario/xml.ts';
import type { Report } from './report.ts';

/**
 * JUnit's XML, in the form that Jenkins, GitLab and others read: a case for each file, failed by its errors, its warnings as output.
 */
export function formatJunit({ command, diagnostics, files }: Report): string {
  const byFile = new Map<string, Diagnostic[]>(files.map(({ path }) => [path, []]));
  for (const each of diagnostics) byFile.set(each.file, [...(byFile.get(each.file) ?? []), each]);
  const failed = [...byFile.values()].filter((each) => each.some(isError)).length;
  const counts = `tests="${byFile.size}" failures="${failed}" errors="0"`;
  const cases = [...byFile].map(([file, found]) => testCase(command, file, found));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hakbang" ${counts}>`,
    `  <testsuite name="hakbang ${escapeXml(command)}" ${counts} skipped="0">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

function testCase(command: string, file: string, found: readonly Diagnostic[]): string {
  const start = `    <testcase name="${escapeXml(file)}" classname="hakbang.${escapeXml(command)}"`;
  if (found.length === 0) return `${start}/>`;
  const failures = found.filter(isError).map((each) => {
    return `      <failure type="${escapeXml(each.code)}" message="${escapeXml(each.message)}">${escapeXml(lineOf(each))}</failure>`;
  });
  const others = found.filter((each) => !isError(each)).map(lineOf);
  const output = others.length > 0 ? [`      <system-out>${escapeXml(others.join('\n'))}</system-out>`] : [];
  return [`${start}>`, ...failures, ...output, '    </testcase>'].join('\n');
}

function lineOf({ file, line, column, severity, code, message, fix }: Diagnostic): string {
  return `${file}:${line}:${column} ${severity} ${code}: ${message}${fix === undefined ? '' : ` ${fix}`}`;
}
