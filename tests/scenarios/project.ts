import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPart } from '../../engine/compiler/index.ts';
import type { FormDefinition, Release, SourceFile } from '../../engine/compiler/types.ts';
import { loadFlow, type Expressions } from '../../engine/flow/load.ts';
import type { FormModule } from '../../engine/form/types.ts';
import { releaseOf } from '../support/compiled.ts';
import { root } from '../support/root.ts';
import type { ScenarioOptions } from './scenario.ts';

/** The configuration of a product as the compiler reads it; by default the shipped one. */
export function projectFiles(folder = root): SourceFile[] {
  return ['schemas', 'flows', 'locales']
    .flatMap((kind) => readdirSync(join(folder, kind), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(folder.length + 1).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
    .filter(({ path }) => !path.startsWith('schemas/meta/'));
}

/** Compiles a configuration, the shipped one or an edited copy, and loads what a scenario of one of its flows needs. */
export async function flowOf(flowId: string, files: readonly SourceFile[] = projectFiles()): Promise<ScenarioOptions> {
  const release = await releaseOf(files);
  const { flow, expressions } = release.manifest.flows[flowId] ?? absent(flowId);
  const { constants, features } = release.manifest.settings;
  const ids = [...new Set(flow.steps.flatMap(({ form }) => form ?? []))];
  const forms = await Promise.all(ids.map((id) => formOf(release, id)));
  const { expressions: compiled } = await part<{ expressions: Expressions }>(release, expressions);
  return {
    flow: loadFlow(flow, compiled),
    modules: Object.fromEntries(forms.map(({ module }) => [module.id, module])),
    definitions: Object.fromEntries(forms.map(({ module, definition }) => [module.id, definition])),
    around: { constants, features, session: { phone: '9170000000' } },
  };
}

async function formOf(release: Release, id: string): Promise<{ module: FormModule; definition: FormDefinition }> {
  const parts = release.manifest.forms[id] ?? absent(id);
  return { module: await part<FormModule>(release, parts.module), definition: await part<FormDefinition>(release, parts.definition) };
}

async function part<T>(release: Release, name: string): Promise<T> {
  return (await loadPart(release.parts.get(name) ?? absent(name))) as T;
}

function absent(name: string): never {
  throw new Error(`The release has no ${name}`);
}
