import { expect, test } from 'vitest';
import { legitimateEdits } from '../../bench/mutation/legitimate.ts';
import { createCompiler } from '../../engine/compiler/index.ts';
import type { SourceFile } from '../../engine/compiler/types.ts';
import { createExplorer } from '../../engine/explore/index.ts';
import { shippedFiles, shippedRegistry } from '../engine/compiler/fixtures/shipped.ts';

const compiler = createCompiler(shippedRegistry);
const explorer = createExplorer(shippedRegistry);

/** What check and explore say to somebody who looks at warnings, too. */
async function complaints(files: readonly SourceFile[]): Promise<string[]> {
  const { release, diagnostics } = await compiler.compile(files);
  const all = [...diagnostics, ...(release ? await explorer.explore(release) : [])];
  return all.filter(({ severity }) => severity !== 'info').map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`);
}

test('fifty legitimate edits cause no finding', async () => {
  const edits = legitimateEdits(shippedFiles);
  expect(edits.length).toBeGreaterThanOrEqual(50);
  const alarms: string[] = [];
  for (const { name, files } of [{ name: 'none', files: shippedFiles }, ...edits]) {
    alarms.push(...(await complaints(files)).map((each) => `${name}: ${each}`));
  }
  expect(alarms).toEqual([]);
}, 240_000);
