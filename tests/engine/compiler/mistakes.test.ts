import { describe, expect, test } from 'vitest';
import { createCompiler } from '../../../engine/compiler/index.ts';
import type { Diagnostic, SourceFile } from '../../../engine/compiler/types.ts';
import mistakes from '../../cases/mistakes.json' with { type: 'json' };
import { shippedFiles, shippedRegistry } from './fixtures/shipped.ts';

/** One edit of the shipped configuration, and the single error that it must cause. */
interface Mistake {
  name: string;
  file: string;
  find?: string;
  replace?: string;
  /** Text to append to the file. */
  append?: string;
  /** Text of a new file. */
  create?: string;
  remove?: boolean;
  /** The mistake can be detected only by comparing files. */
  acrossFiles?: boolean;
  expect: {
    code: string;
    /** File of the finding. Defaults to the edited file. */
    file?: string;
    /** Text on the line of the finding (the first such line); '' for the first line of the file. */
    at: string;
  };
}

const compiler = createCompiler(shippedRegistry);

function plant(mistake: Mistake): SourceFile[] {
  const { file, find, replace = '', append, create, remove } = mistake;
  if (create !== undefined) return [...shippedFiles, { path: file, text: create }];
  const original = shippedFiles.find(({ path }) => path === file);
  if (!original) throw new Error(`${file} is not shipped`);
  if (remove) return shippedFiles.filter((each) => each !== original);
  if (find !== undefined && original.text.split(find).length !== 2) throw new Error(`${file} must hold ${find} once`);
  const text = append === undefined ? original.text.replace(find ?? '', () => replace) : original.text + append;
  return shippedFiles.map((each) => (each === original ? { path: file, text } : each));
}

function lineOf(files: readonly SourceFile[], path: string, at: string): number {
  const text = files.find((file) => file.path === path)?.text ?? '';
  const line = text.split('\n').findIndex((each) => each.includes(at));
  if (line === -1) throw new Error(`${at} does not stand in ${path}`);
  return line + 1;
}

function errorsOf(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

describe('K05 the shipped configuration', () => {
  test('has no errors and no warnings', async () => {
    const { diagnostics } = await compiler.compile(shippedFiles);
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});

describe('K05 a single mistake gives exactly one error, at its line:', () => {
  test.each(mistakes as Mistake[])('$name', async (mistake) => {
    const files = plant(mistake);
    const { diagnostics, release } = await compiler.compile(files);
    const { code, file = mistake.file, at } = mistake.expect;
    const found = errorsOf(diagnostics);
    expect(found).toMatchObject([{ file, line: lineOf(files, file, at), code }]);
    expect(found).toHaveLength(1);
    expect(release).toBeUndefined();
  });

  test('covers at least sixty, fifteen of them across files', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(60);
    expect((mistakes as Mistake[]).filter(({ acrossFiles }) => acrossFiles).length).toBeGreaterThanOrEqual(15);
  });
});
