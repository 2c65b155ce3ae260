import { compile } from '../../engine/compiler/index.ts';
import type { Release, SourceFile } from '../../engine/compiler/types.ts';
import { registry } from '../registry.ts';

/** Compiles. Throws the first findings if there is no release, because the figures would be meaningless. */
export async function compileOrThrow(files: readonly SourceFile[]): Promise<Release> {
  const { diagnostics, release } = await compile([...files], registry);
  if (release) return release;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const lines = errors.slice(0, 5).map(({ file, line, code, message }) => `  ${file}:${line} ${code} ${message}`);
  throw new Error(`The configuration does not compile (${errors.length} errors):\n${lines.join('\n')}`);
}
