import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createCompiler } from '../../../engine/compiler/index.ts';
import { shippedFiles, shippedRegistry } from './fixtures/shipped.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Compiles the shipped configuration with one expression that no other test loads, and drops the compiler. */
async function compileOnce(): Promise<WeakRef<object>> {
  const kept = { has: () => false, add: () => undefined };
  const files = shippedFiles.map((file) =>
    file.path === 'flows/conditions.json' ? { ...file, text: file.text.replace('self', '(true) && self') } : file,
  );
  const { release } = await createCompiler(shippedRegistry, undefined, kept).compile(files);
  expect(release).toBeDefined();
  return new WeakRef(kept);
}

test('a compiler is garbage once nobody uses it, though Node keeps the modules that it loaded', async () => {
  const kept = await compileOnce();
  await setTimeout(50);
  collectGarbage();
  expect(kept.deref()).toBeUndefined();
});
