import { loadPart } from '../../../engine/compiler/index.ts';
import type { FormDefinition, Manifest, Part } from '../../../engine/compiler/types.ts';
import type { FormModule } from '../../../engine/form/types.ts';
import { loadFlow } from '../../../engine/flow/load.ts';
import type { Expressions, LoadedRelease } from './types.ts';

/** Caches each load. A failure is not cached, so the next call retries. */
function lazily<T>(load: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const loaded = new Map<string, Promise<T>>();
  return (id) => {
    const known = loaded.get(id);
    if (known) return known;
    const loading = load(id);
    loaded.set(id, loading);
    loading.catch(() => loaded.delete(id));
    return loading;
  };
}

function entry<T>(what: string, table: Record<string, T>, id: string): T {
  if (!Object.hasOwn(table, id)) throw new Error(`${what} ${JSON.stringify(id)}: it is not in this release`);
  return table[id] as T;
}

/**
 * A stored release whose parts load on demand.
 *
 * @param partOf finds a part by name, wherever parts are stored
 */
export function loadedRelease(manifest: Manifest, partOf: (name: string) => Promise<Part | undefined>): LoadedRelease {
  const part = async (name: string) => {
    const found = await partOf(name);
    if (!found) throw new Error(`part ${name} of release ${manifest.hash}: not stored`);
    return found;
  };
  const expressions = lazily(async (name) => ((await loadPart(await part(name))) as { expressions: Expressions }).expressions);
  const text = lazily(async (name) => (await part(name)).body);
  return {
    hash: manifest.hash,
    manifest,
    text,
    form: lazily(async (id) => {
      const parts = entry('form', manifest.forms, id);
      const [definition, module] = await Promise.all([text(parts.definition), part(parts.module).then(loadPart)]);
      return { definition: JSON.parse(definition) as FormDefinition, module: module as FormModule };
    }),
    flow: lazily(async (id) => {
      const { flow, expressions: name } = entry('flow', manifest.flows, id);
      return loadFlow(flow, await expressions(name));
    }),
    expressionsOf: async (kind, id) => {
      const name = manifest.otherExpressions?.[kind]?.[id];
      return name === undefined ? {} : expressions(name);
    },
    carryOverExpressions: async () => (manifest.carryOverExpressions === undefined ? {} : expressions(manifest.carryOverExpressions)),
    decisionTable: async (id) => {
      const { table, expressions: name } = entry('decision table', manifest.decisionTables, id);
      return { table, expressions: await expressions(name) };
    },
    lifeCycle: async (id) => {
      const { lifeCycle, expressions: name } = entry('life cycle', manifest.lifeCycles, id);
      return { lifeCycle, expressions: await expressions(name) };
    },
  };
}
