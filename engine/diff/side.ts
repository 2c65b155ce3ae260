import type { KindValues } from '../config/kindValues.ts';
import { bundleForms, type BundledForm } from '../compiler/forms/bundle.ts';
import { Memo } from '../compiler/memo.ts';
import { writtenValue, type Entry, type Project } from '../compiler/project/project.ts';
import { findSites, type Sites } from '../compiler/names/walk.ts';
import { checkFile, toProject } from '../compiler/project/readProject.ts';
import type { SourceFile } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';

/** One of the two configurations. It can have errors, because an old one may not match the current code. */
export interface Side {
  name: 'before' | 'after';
  project: Project;
  forms: ReadonlyMap<string, BundledForm>;
  sites: (entry: Entry) => Sites;
}

export function readSide(name: Side['name'], files: readonly SourceFile[], registry: Registry): Side {
  const sources = files.filter(({ path }) => !path.startsWith('schemas/meta/'));
  const { project } = toProject(
    sources.map((file) => checkFile(file, registry)),
    registry,
  );
  const known = new Map<Entry, Sites>();
  const sites = (entry: Entry) => {
    const found = known.get(entry) ?? findSites(writtenValue(entry), project.kinds[entry.kind]?.metaSchema, registry);
    known.set(entry, found);
    return found;
  };
  return { name, project, forms: bundleForms(project, new Memo()).forms, sites };
}

/** Both configurations, with access to the files of a kind on either side or on both. */
export interface Sides {
  before: Side;
  after: Side;
  registry: Registry;
}

export interface Pair<E extends Entry> {
  id: string;
  was?: E;
  now?: E;
}

/** The files of a kind that are on either side. Those of engine kinds have their type. */
export function pairsOf<Kind extends keyof KindValues>(sides: Sides, kind: Kind): Pair<Entry<KindValues[Kind]>>[];
export function pairsOf(sides: Sides, kind: string): Pair<Entry>[];
export function pairsOf(sides: Sides, kind: string): Pair<Entry>[] {
  const ids = [...new Set([...sides.before.project.ids(kind), ...sides.after.project.ids(kind)])];
  const of = ({ project }: Side) => new Map(project.ofKind(kind).map((entry) => [entry.id, entry]));
  const [was, now] = [of(sides.before), of(sides.after)];
  // A file with errors is neither new nor gone.
  const isRead = (id: string) => ![sides.before, sides.after].some(({ project }) => project.isBroken(kind, id));
  return ids.filter(isRead).map((id) => {
    const [old, fresh] = [was.get(id), now.get(id)];
    return { id, ...(old && { was: old }), ...(fresh && { now: fresh }) };
  });
}
