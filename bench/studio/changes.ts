import { ChangeCompilers } from '../../server/platform/changes/compiling/compilers.ts';
import type { SourceFile } from '../../engine/compiler/types.ts';
import { root } from '../../tools/setup.mjs';
import { withCopies } from '../compile/copies.ts';
import { readProject } from '../project.ts';
import { atMost, type Figure } from '../report.ts';

/** The value that this share of the values is at most. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

const copies = 19;
const openChanges = 50;
const words = 'locales/en/screens/';
const plainHeading = /"heading": "[^"{]*"/;

/** One file of a change, edited once more. */
const edit = (files: readonly SourceFile[], path: string, round: number): SourceFile[] =>
  files.map((file) => (file.path === path ? { path, text: file.text.replace(plainHeading, `"heading": "Edit ${round}"`) } : file));

/**
 * Fifty people edit one change each over twenty times the shipped configuration, in turns: from an edit to its problems, as the server asks
 * its worker, and what that costs in memory.
 */
export async function measureChanges(edits: number): Promise<Figure[]> {
  const base = withCopies(readProject(), copies);
  const before = { files: base, hash: 'base' };
  const edited = base.filter(({ path, text }) => path.startsWith(words) && plainHeading.test(text)).map(({ path }) => path);
  const changes = Array.from({ length: openChanges }, (_, index) => ({
    id: `change-${index}`,
    files: base,
    path: edited[index * 7] ?? '',
  }));
  const compilers = new ChangeCompilers(root);
  const took: number[] = [];
  const ask = async (index: number, round: number) => {
    const change = changes[index % openChanges];
    if (!change) return;
    change.files = edit(change.files, change.path, round);
    const question = {
      change: change.id,
      version: String(round),
      application: 'main',
      files: change.files,
      before,
      wants: 'problems' as const,
    };
    const started = performance.now();
    const { diagnostics } = await compilers.ask(question);
    took.push(performance.now() - started);
    const wrong = diagnostics.find(({ severity }) => severity === 'error');
    if (wrong) throw new Error(`${wrong.file}: ${wrong.message}`);
  };
  try {
    await ask(0, 0);
    const [first = 0] = took.splice(0);
    for (let round = 1; round <= edits; round += 1) await ask(round * 17, round);
    const [half, most] = [percentile(took, 50), percentile(took, 99)];
    const megabytes = process.memoryUsage().rss / 1024 / 1024;
    return [
      { what: `first problems of ${base.length} files, cold`, unit: 'ms', hakbang: first },
      { what: `edit to problems, ${openChanges} changes in turns, half`, unit: 'ms', hakbang: half, goal: atMost(500, half, ' ms') },
      { what: '  … slowest hundredth (p99)', unit: 'ms', hakbang: most, goal: atMost(500, most, ' ms') },
      { what: '  … memory of the process with its worker', unit: 'MB', hakbang: megabytes, goal: atMost(2048, megabytes, ' MB') },
    ];
  } finally {
    await compilers.stop();
  }
}
