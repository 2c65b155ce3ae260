import { expect, test } from 'vitest';
import { createCompiler } from '../../engine/compiler/index.ts';
import type { SourceFile } from '../../engine/compiler/types.ts';
import type { Registry } from '../../engine/config/definitions.ts';
import { claimFiles, claimRegistry, shippedFiles, shippedRegistry } from '../engine/compiler/fixtures/shipped.ts';

/** Files that nothing relies on. */
const exceptions: readonly { files: RegExp; reason: string }[] = [
  { files: /^flows\/cases\//, reason: 'Cases are tests of conditions.' },
  { files: /^locales\/zh\//, reason: 'The language is prepared and not offered. "completeness" shows what it lacks.' },
  { files: /^flows\/carryOver\.json$/, reason: 'It is needed only for drafts of an older release, which `diff` knows.' },
  { files: /^flows\/screens\/test\.screen\.json$/, reason: 'An internal page that no screen leads to. Its texts give warnings.' },
  {
    files: /^flows\/screens\/(invited|resume)\.screen\.json$/,
    reason: 'The links of SMS lead there. A product needs them only if it sends such links.',
  },
  { files: /^flows\/templates\.json$/, reason: 'A product may have no messages for staff to send. Their words may stay for later.' },
  { files: /^hakbang\.config\.json$/, reason: 'Without it the rules have their standard severities.' },
];

const exceptionOf = ({ path }: SourceFile) => exceptions.find(({ files }) => files.test(path));

/** One file of each exception and all others. */
function chosen(files: readonly SourceFile[]): SourceFile[] {
  const firsts = new Set(exceptions.map((exception) => files.find((file) => exceptionOf(file) === exception)));
  return files.filter((file) => exceptionOf(file) === undefined || firsts.has(file));
}

/** The files whose loss gives no error. */
async function silent(files: readonly SourceFile[], registry: Registry): Promise<string[]> {
  const compiler = createCompiler(registry);
  const found: string[] = [];
  for (const file of chosen(files)) {
    const { release } = await compiler.compile(files.filter((each) => each !== file));
    if (release) found.push(file.path);
  }
  return found;
}

const projects = [
  { name: 'the cash loan', files: shippedFiles, registry: shippedRegistry },
  { name: 'the insurance claim', files: claimFiles, registry: claimRegistry },
];

test.each(projects)('K05 each file of $name that something relies on is missed when it is gone', { timeout: 300_000 }, async (project) => {
  const expected = chosen(project.files).filter(exceptionOf);
  expect(await silent(project.files, project.registry)).toEqual(expected.map(({ path }) => path));
});
