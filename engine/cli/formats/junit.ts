import type { Diagnostic } from '../../compiler/types.ts';
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
    `  <testsuite name="hakbang ${escape(command)}" ${counts} skipped="0">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

function testCase(command: string, file: string, found: readonly Diagnostic[]): string {
  const start = `    <testcase name="${escape(file)}" classname="hakbang.${escape(command)}"`;
  if (found.length === 0) return `${start}/>`;
  const failures = found.filter(isError).map((each) => {
    return `      <failure type="${escape(each.code)}" message="${escape(each.message)}">${escape(lineOf(each))}</failure>`;
  });
  const others = found.filter((each) => !isError(each)).map(lineOf);
  const output = others.length > 0 ? [`      <system-out>${escape(others.join('\n'))}</system-out>`] : [];
  return [`${start}>`, ...failures, ...output, '    </testcase>'].join('\n');
}

function lineOf({ file, line, column, severity, code, message, fix }: Diagnostic): string {
  return `${file}:${line}:${column} ${severity} ${code}: ${message}${fix === undefined ? '' : ` ${fix}`}`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Most control characters may not stand in XML at all, not even escaped (XML 1.0, §2.2). */
function escape(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"]/g, (each) => entities[each] ?? each);
}
