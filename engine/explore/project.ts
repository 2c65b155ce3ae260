import type { MetaSchema } from '../compiler/shape/metaSchemas.ts';
import { analyse, type Analysis } from '../compiler/analysis.ts';
import { bundleForms } from '../compiler/forms/bundle.ts';
import { openRelease, type OpenRelease } from '../compiler/index.ts';
import { Memo } from '../compiler/memo.ts';
import { writtenValue, type Entry } from '../compiler/project/project.ts';
import { findSites, type Sites } from '../compiler/names/walk.ts';
import { checkFile, toProject, type CheckedFile } from '../compiler/project/readProject.ts';
import type { Release, SourceFile } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';
import { knownOf, type Random } from '../fake/index.ts';
import type { Known } from '../fake/interest.ts';

/** The explorer's view of a configuration: the files, the positions and the compiled code. */
export interface Explored {
  analysis: Analysis;
  open: OpenRelease;
  release: Release;
  known: Known;
  random: Random;
  /** The date for all evaluations. */
  today: string;
  /** The maximum number of cases for one question. */
  budget: number;
}

/** Reads configurations and caches unchanged files. */
export class ProjectReader {
  readonly #registry: Registry;
  readonly #files = new Map<string, { text: string; file: CheckedFile }>();
  readonly #sites = new WeakMap<object, Sites>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  async read(release: Release, options: Pick<Explored, 'random' | 'today' | 'budget'>): Promise<Explored> {
    const { project } = toProject(
      release.sources.map((file) => this.#check(file)),
      this.#registry,
    );
    const { forms } = bundleForms(project, new Memo());
    const sitesOf = (entry: Entry) => this.#sitesOf(entry, project.kinds[entry.kind]?.metaSchema);
    const open = await openRelease(release);
    return { analysis: analyse(project, forms, sitesOf, new Memo()), open, release, known: knownOf(open.settings.constants), ...options };
  }

  #check(file: SourceFile): CheckedFile {
    const known = this.#files.get(file.path);
    if (known?.text === file.text) return known.file;
    const fresh = checkFile(file, this.#registry);
    this.#files.set(file.path, { text: file.text, file: fresh });
    return fresh;
  }

  #sitesOf(entry: Entry, metaSchema: MetaSchema | undefined): Sites {
    const value = writtenValue(entry) as object;
    const found = this.#sites.get(value) ?? findSites(value, metaSchema, this.#registry);
    this.#sites.set(value, found);
    return found;
  }
}
