import { runCli, type CliDeps } from '../../../engine/cli/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { registry } from '../compiler/fixtures/registry.ts';

/** The club with one text of one file replaced. */
export function edited(path: string, find: string, replace: string, files: readonly SourceFile[] = clubFiles()): SourceFile[] {
  const file = files.find((each) => each.path === path);
  if (!file?.text.includes(find)) throw new Error(`${path} does not hold ${find}`);
  return files.map((each) => (each === file ? { path, text: file.text.replace(find, () => replace) } : each));
}

/** The club with hakbang.config.json. */
export function configured(config: object, files: readonly SourceFile[] = clubFiles()): SourceFile[] {
  return [...files, { path: 'hakbang.config.json', text: JSON.stringify({ $schema: 'schemas/meta/config.schema.json', ...config }) }];
}

/** An in-memory project, and what the command line printed and wrote. */
export function terminal(start: readonly SourceFile[], more: Partial<CliDeps> = {}) {
  let files = [...start];
  const beside = new Map<string, string>();
  const said: string[] = [];
  const errors: string[] = [];
  const deps: CliDeps = {
    registry,
    read: () => files,
    write(written, { remove = [] } = {}) {
      const paths = new Set([...written.map(({ path }) => path), ...remove]);
      files = [...files.filter(({ path }) => !paths.has(path)), ...written];
    },
    store: () => Promise.reject(new Error('no store here')),
    beside: { read: (path) => beside.get(path), write: (path, text) => void beside.set(path, text) },
    out: (text) => void said.push(text),
    error: (text) => void errors.push(text),
    by: 'test',
    ...more,
  };
  return {
    beside,
    said,
    errors,
    get files() {
      return files;
    },
    set files(next: SourceFile[]) {
      files = next;
    },
    run: (...argv: string[]) => runCli(argv, deps),
  };
}
