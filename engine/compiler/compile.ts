import type { Registry } from '../config/definitions.ts';
import { analyse, type Analysis } from './analysis.ts';
import { locate, sortDiagnostics } from './diagnostics.ts';
import { bundleForms } from './forms/bundle.ts';
import type { Entry } from './names/project.ts';
import { findSites, type Sites } from './names/walk.ts';
import { checkFile, toProject, type CheckedFile } from './read/readProject.ts';
import { buildRelease } from './release/release.ts';
import type { CompileResult, Diagnostic, SourceFile } from './types.ts';

export interface Compiler {
  compile(files: readonly SourceFile[]): Promise<CompileResult>;
}

/** A compiler that remembers what it has read, so that a changed file costs little more than itself. */
export function createCompiler(registry: Registry): Compiler {
  const checked = new Map<string, { text: string; file: CheckedFile }>();
  const sites = new WeakMap<object, Sites>();

  function check(file: SourceFile): CheckedFile {
    const known = checked.get(file.path);
    if (known?.text === file.text) return known.file;
    const fresh = checkFile(file, registry);
    checked.set(file.path, { text: file.text, file: fresh });
    return fresh;
  }

  function sitesOf(metaSchema: unknown, entry: Entry): Sites {
    const value = entry.value as object;
    let found = sites.get(value);
    if (!found) sites.set(value, (found = findSites(value, metaSchema, registry)));
    return found;
  }

  return {
    async compile(files) {
      const sources = files.filter(({ path }) => !path.startsWith('schemas/meta/')).toSorted((a, b) => (a.path < b.path ? -1 : 1));
      const read = sources.map(check);
      const project = toProject(read, registry);
      const { forms, findings } = bundleForms(project);
      const analysis = analyse(project, forms, (entry) => sitesOf(project.kinds[entry.kind]?.metaSchema, entry));
      const diagnostics: Diagnostic[] = [
        ...read.flatMap((file) => file.diagnostics),
        ...findings.map(({ entry, finding }) => locate(entry.document, finding)),
        ...(await checkAll(analysis)),
      ];
      sortDiagnostics(diagnostics);
      if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics };
      return { diagnostics, release: buildRelease(analysis, sources) };
    },
  };
}

async function checkAll(_analysis: Analysis): Promise<Diagnostic[]> {
  return [];
}

/**
 * Checks a configuration and, where it has no errors, makes a release of it.
 *
 * @param files everything under schemas/ (but meta/), flows/ and locales/, paths relative to the project
 * @param registry what code has registered by name
 */
export function compile(files: readonly SourceFile[], registry: Registry): Promise<CompileResult> {
  return createCompiler(registry).compile(files);
}
