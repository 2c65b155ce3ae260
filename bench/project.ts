import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SourceFile } from '../engine/compiler/types.ts';
import { root } from '../tools/setup.mjs';

const folders = ['schemas', 'flows', 'locales'];

/** Reads the shipped configuration as compiler input. */
export function readProject(): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(json|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(root.length + 1).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
    .filter(({ path }) => !path.startsWith('schemas/meta/'));
}

/** Writes a configuration to its own folder, together with the shipped staff applications. */
export function writeProject(files: readonly SourceFile[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-bench-config-'));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const application of ['desk', 'studio']) cpSync(join(root, application), join(folder, application), { recursive: true });
  return folder;
}

export type Words = Record<string, unknown>;

/** Adds the same texts to the top of a namespace in every language. */
export function withWords(files: readonly SourceFile[], namespace: string, words: Words): SourceFile[] {
  return files.map((file) => {
    if (!new RegExp(`^locales/[a-z]+/${namespace}\\.json$`).test(file.path)) return file;
    return { ...file, text: JSON.stringify({ ...(JSON.parse(file.text) as Words), ...words }, null, 2) };
  });
}

const many = 10_000;

/** Lifts the shipped limits on codes, because many borrowers log in within a minute, from one address and with similar numbers. */
export function relaxed(files: readonly SourceFile[]): SourceFile[] {
  const limits = { imageCodeAfterSendsPerAddress: many, sendsPerAddressPerHour: many, sendsPerPrefixPerHour: many, sendsPerMinute: many };
  return files.map((file) =>
    file.path === 'flows/login.json' ? { ...file, text: JSON.stringify({ ...(JSON.parse(file.text) as object), ...limits }) } : file,
  );
}
