import { compile } from '../../compiler/index.ts';
import type { Release } from '../../compiler/types.ts';
import { asDiagnostics, changeClasses, tally, describeChanges } from '../../diff/index.ts';
import { oneOf, readArguments, UsageError } from '../arguments.ts';
import { compare, storedSources, describeRehearsal, type Compared, type Comparison } from '../compare.ts';
import { formats, type Format } from '../formats/index.ts';
import { beside, report } from '../reporting.ts';
import type { CliDeps, Command, ExitCode, Rehearsal } from '../types.ts';
import { withStore } from '../withStore.ts';

export const diff: Command = {
  usage: [
    `diff <before> [after] [--format ${formats.join('|')}] [--output file]`,
    '                             lists changes by class; each side is a folder, git:<revision>, a release or "active"; after defaults to .',
    `  --fail-on CLASS,…          fails if a change has one of these classes: ${changeClasses.join(', ')}`,
    '  --database                 shows the effect on every application in progress',
  ],
  async run(args, deps) {
    const { values, positionals } = readArguments(
      args,
      {
        format: { type: 'string', default: 'text' },
        output: { type: 'string' },
        'fail-on': { type: 'string', default: '' },
        database: { type: 'boolean', default: deps.hasDatabase ?? false },
      },
      2,
    );
    const [before, after = '.'] = positionals;
    if (before === undefined) throw new UsageError('Name what to compare with: a folder, git:<revision>, a release or "active".');
    const format = oneOf('format', values.format, formats);
    const failOn = new Set(values['fail-on'].split(',').flatMap((name) => (name === '' ? [] : [oneOf('fail-on', name, changeClasses)])));
    const [was, now] = [await sidesOf(before, deps), await sidesOf(after, deps)];
    const release = await releaseOf(now, deps);
    if (release === undefined) return 1;
    const comparison = compare(was, now, deps);
    const rehearsal = values.database ? await rehearsed(release, deps) : undefined;
    printComparison({ ...comparison, rehearsal }, was, now, { format, output: values.output }, deps);
    return comparison.changes.some((change) => failOn.has(change.class)) ? 1 : 0;
  },
};

const isRelease = (name: string) => name === 'active' || /^[0-9a-f]{16}$/.test(name);

async function sidesOf(name: string, deps: CliDeps): Promise<Compared> {
  if (name === '.') return { files: deps.read() };
  let found: Compared | undefined;
  if (isRelease(name)) {
    await withStore(deps, async (store) => {
      found = await storedSources(store, name);
      return 0;
    });
  } else {
    const files = deps.sourcesNamed?.(name);
    found = files && { files };
  }
  if (!found || found.files.length === 0) throw new UsageError(`There is no configuration "${name}".`);
  return found;
}

/** Returns what would be published. Files with errors cannot be compared, so their errors are reported instead. */
async function releaseOf({ files, hash }: Compared, deps: CliDeps): Promise<Release | string | undefined> {
  if (hash !== undefined) return hash;
  const { release, diagnostics } = await compile(files, deps.registry, deps.verdicts);
  if (release) return release;
  report({ diagnostics: diagnostics.filter(({ severity }) => severity === 'error'), files }, { format: 'text' }, deps);
  deps.error('Not compared: the configuration has errors. Fix them first.');
  return undefined;
}

async function rehearsed(release: Release | string, deps: CliDeps): Promise<Rehearsal | undefined> {
  let rehearsal: Rehearsal | undefined;
  await withStore(deps, async (store): Promise<ExitCode> => {
    rehearsal = await store.rehearse?.(release);
    return 0;
  });
  return rehearsal;
}

function printComparison(
  { changes, open, rehearsal }: Comparison & { rehearsal: Rehearsal | undefined },
  was: Compared,
  now: Compared,
  { format, output }: { format: Format; output: string | undefined },
  deps: CliDeps,
): void {
  if (format === 'text' || format === 'json') {
    const text = format === 'json' ? JSON.stringify({ changes, open, drafts: rehearsal }, undefined, 2) : inWords(changes, open, rehearsal);
    if (output === undefined) return deps.out(text);
    beside(deps).write(output, `${text}\n`);
    return deps.out(tally(changes));
  }
  // Removed entries are located in the old files. Both sides use the same paths, so only files that no longer exist come from there.
  const files = [...now.files, ...was.files.filter(({ path }) => !now.files.some((file) => file.path === path))];
  report({ diagnostics: asDiagnostics(changes), files }, { format, output, command: 'diff' }, deps);
}

function inWords(changes: Comparison['changes'], open: Comparison['open'], rehearsal: Rehearsal | undefined): string {
  const lines = [describeChanges(changes)];
  if (open.length > 0)
    lines.push(`Changes that break applications in progress without a migration in flows/carryOver.json: ${open.length}.`);
  if (rehearsal) lines.push(describeRehearsal(rehearsal));
  return lines.join('\n');
}
