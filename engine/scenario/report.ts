import { junitXml } from './junit.ts';
import type { ScenarioResult } from './run.ts';

/** Renders each scenario as a test case and its file as the class. */
export const junitOf = (results: readonly ScenarioResult[]): string =>
  junitXml(
    'scenarios',
    results.map(({ id, title, file, diagnostics, untried = [], isSkipped, durationMs }) => ({
      name: title || id,
      className: file,
      durationMs,
      failures: diagnostics.map(({ line, column, message, code }) => ({ type: code, message, text: `${file}:${line}:${column}` })),
      ...(isSkipped ? { skipped: untried[0]?.message ?? '' } : {}),
      ...(untried.length === 0
        ? {}
        : {
            output: [
              'Not tested in a browser:',
              ...untried.map(({ line, column, message }) => `${file}:${line}:${column} ${message}`),
            ].join('\n'),
          }),
    })),
  );
