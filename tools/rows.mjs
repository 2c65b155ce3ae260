// Checks the rows of the requirements against the tests that ran. A row is proven only if a passing test has its id in the title and uses
// the browser or the API.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Files in tests/server that start the application or call its API import one of these. */
const startsTheApp =
  /support\/(app|desk|product|journey|lending|login|staff|studio|providers|releases|server)\.ts'|server\/(app|main)\.ts'/;

/**
 * @param {string} root the project's folder
 * @param {string} reports the folder with the reports of vitest and Playwright
 * @returns {{ rows: number, unproven: string[], unknown: string[] }} ids without proof, and ids in titles that are not rows; `planned` rows
 *   need no proof yet
 */
export function holdRows(root, reports) {
  const rows = JSON.parse(readFileSync(join(root, 'tests/requirements.json'), 'utf8'));
  const tests = [
    ...ofVitest(root, join(reports, 'unit.json')),
    ...ofVitest(root, join(reports, 'postgres.json')),
    ...ofPlaywright(join(reports, 'e2e.json')),
  ];
  const proven = new Set();
  const unknown = new Set();
  for (const { file, title } of tests) {
    for (const id of title.match(/\b[CDEFGKLNPRSTV]\d\d\b/g) ?? []) {
      if (!Object.hasOwn(rows, id)) unknown.add(id);
      else if (proves(root, file, rows[id].provenIn)) proven.add(id);
    }
  }
  const ids = Object.keys(rows).filter((id) => !rows[id].planned);
  return { rows: ids.length, unproven: ids.filter((id) => !proven.has(id)), unknown: [...unknown] };
}

/** Whether a test uses the browser or the API; for a row about files only, whether it is in the named folders. */
function proves(root, file, provenIn = []) {
  if (file.startsWith('tests/e2e/') || provenIn.some((folder) => file.startsWith(`${folder}/`))) return true;
  return file.startsWith('tests/server/') && startsTheApp.test(readFileSync(join(root, file), 'utf8'));
}

function ofVitest(root, path) {
  if (!existsSync(path)) return [];
  return JSON.parse(readFileSync(path, 'utf8')).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ fullName }) => ({ file: relative(root, name).split(sep).join('/'), title: fullName })),
  );
}

function ofPlaywright(path) {
  if (!existsSync(path)) return [];
  const passed = [];
  const walk = ({ specs = [], suites = [] }, file, titles) => {
    for (const { title, ok, tests } of specs)
      if (ok && tests.every(({ status }) => status !== 'skipped')) passed.push({ file, title: [...titles, title].join(' ') });
    for (const suite of suites) walk(suite, file, [...titles, suite.title]);
  };
  for (const suite of JSON.parse(readFileSync(path, 'utf8')).suites) walk(suite, `tests/e2e/${suite.file}`, []);
  return passed;
}
