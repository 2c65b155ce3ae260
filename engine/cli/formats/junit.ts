import type { Diagnostic } from '../../compiler/types.ts';
import { junitXml } from '../../scenario/junit.ts';
import type { Report } from './report.ts';

/** Renders one test case for each file. Errors fail it; warnings are its output. */
export function formatJunit({ command, diagnostics, files }: Report): string {
  const byFile = new Map<string, Diagnostic[]>(files.map(({ path }) => [path, []]));
  for (const each of diagnostics) byFile.set(each.file, [...(byFile.get(each.file) ?? []), each]);
  const cases = [...byFile].map(([file, found]) => {
    const others = found.filter((each) => !isError(each)).map(lineOf);
    return {
      name: file,
      className: `hakbang.${command}`,
      failures: found.filter(isError).map((each) => ({ type: each.code, message: each.message, text: lineOf(each) })),
      ...(others.length > 0 ? { output: others.join('\n') } : {}),
    };
  });
  return junitXml(`hakbang ${command}`, cases);
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

function lineOf({ file, line, column, severity, code, message, fix }: Diagnostic): string {
  return `${file}:${line}:${column} ${severity} ${code}: ${message}${fix === undefined ? '' : ` ${fix}`}`;
}
