import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { keptVerdicts } from '../../engine/cli/index.ts';
import { compile } from '../../engine/compiler/index.ts';
import type { Registry } from '../../engine/config/definitions.ts';
import type { Part, Release, SourceFile } from '../../engine/compiler/types.ts';
import { registry as cashLoan } from '../../server/registry.ts';

const compiled = new Map<string, Promise<Release>>();

/** Compiles, or throws with the diagnostics. Caches the release for the run, because code does not change meanwhile. */
export function releaseOf(files: readonly SourceFile[], registry: Registry = cashLoan): Promise<Release> {
  const key = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  const known = compiled.get(key) ?? kept(key, files, registry);
  compiled.set(key, known);
  return known;
}

/** A release as it is stored in a file. */
interface Kept extends Omit<Release, 'parts'> {
  parts: [string, Part][];
}

async function kept(key: string, files: readonly SourceFile[], registry: Registry): Promise<Release> {
  const file = join(inject('runFolder'), `${key}.json`);
  if (existsSync(file)) {
    const release = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    return { ...release, parts: new Map(release.parts) };
  }
  const release = await compileOrThrow(files, registry);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify({ ...release, parts: [...release.parts] } satisfies Kept));
  renameSync(draft, file);
  return release;
}

async function compileOrThrow(files: readonly SourceFile[], registry: Registry): Promise<Release> {
  const { release, diagnostics } = await compile(files, registry, keptVerdicts(join(inject('runFolder'), 'patterns.json')));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (!release) throw new Error(errors.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'));
  return release;
}
