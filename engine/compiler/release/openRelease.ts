import type { Conditions, DecisionTable, LifeCycle } from '../../config/flow.ts';
import type { FormAnswers } from '../../config/definitions.ts';
import type { FormSchema } from '../../config/form.ts';
import type { Navigation, Screen } from '../../config/screen.ts';
import type { Settings } from '../../config/settings.ts';
import { loadFlow, type Expressions } from '../../flow/load.ts';
import type { CompiledFlow } from '../../flow/types.ts';
import type { FormModule } from '../../form/types.ts';
import type { FormDefinition, Release } from '../types.ts';
import { loadPart } from './loadPart.ts';

/** A form of a release with its code loaded. */
export interface OpenForm extends FormDefinition {
  module: FormModule;
}

/** A release loaded into one process, which runs its forms, flows and tables without a server. */
export interface OpenRelease {
  hash: string;
  settings: Settings;
  forms: Readonly<Record<string, OpenForm>>;
  flows: Readonly<Record<string, CompiledFlow>>;
  decisionTables: Readonly<Record<string, { table: DecisionTable; expressions: Expressions }>>;
  lifeCycles: Readonly<Record<string, { lifeCycle: LifeCycle; expressions: Expressions }>>;
  screens: Readonly<Record<string, { screen: Screen; expressions: Expressions }>>;
  navigation: { navigation: Navigation; expressions: Expressions };
  /** Sources of the named conditions. */
  conditions: Conditions['conditions'];
  /** Examples of the forms: answers that must pass. */
  examples: Readonly<Record<string, readonly FormAnswers[]>>;
  /** The response for each code of the error catalogue. */
  errors: Release['manifest']['errors'];
  /** The reasons to send a field back. */
  corrections: Release['manifest']['corrections'];
  /** Values of the product's kinds, by kind and id. */
  other: Release['manifest']['other'];
  /** Returns the texts of a language by top-level key. */
  words: (language: string) => Readonly<Record<string, unknown>>;
}

export async function openRelease(release: Release): Promise<OpenRelease> {
  const { manifest } = release;
  const texts = new Map<string, Record<string, unknown>>();
  const expressionsOf = async (part: string) => (await load<{ expressions: Expressions }>(release, part)).expressions;
  return {
    hash: release.hash,
    settings: manifest.settings,
    forms: await mapAll(manifest.forms, async ({ definition, module }) => ({
      ...(await load<FormDefinition>(release, definition)),
      module: await load<FormModule>(release, module),
    })),
    flows: await mapAll(manifest.flows, async ({ flow, expressions }) => loadFlow(flow, await expressionsOf(expressions))),
    decisionTables: await mapAll(manifest.decisionTables, async ({ table, expressions }) => ({
      table,
      expressions: await expressionsOf(expressions),
    })),
    lifeCycles: await mapAll(manifest.lifeCycles, async ({ lifeCycle, expressions }) => ({
      lifeCycle,
      expressions: await expressionsOf(expressions),
    })),
    screens: await mapAll(manifest.screens, async ({ definition, expressions }) => ({
      screen: await load<Screen>(release, definition),
      expressions: expressions === undefined ? {} : await expressionsOf(expressions),
    })),
    navigation: { navigation: manifest.navigation, expressions: await expressionsOf(manifest.navigationExpressions) },
    conditions: conditionsOf(release),
    examples: examplesOf(release),
    errors: manifest.errors,
    corrections: manifest.corrections,
    other: manifest.other,
    words(language) {
      const known = texts.get(language) ?? wordsOf(release, language);
      texts.set(language, known);
      return known;
    },
  };
}

async function load<T>(release: Release, name: string): Promise<T> {
  const part = release.parts.get(name);
  if (!part) throw new Error(`The release has no part ${name}`);
  return (await loadPart(part)) as T;
}

async function mapAll<T, U>(values: Readonly<Record<string, T>>, change: (value: T) => Promise<U>): Promise<Record<string, U>> {
  return Object.fromEntries(await Promise.all(Object.entries(values).map(async ([key, value]) => [key, await change(value)] as const)));
}

/** Examples stay in the sources: clients do not need them. */
function examplesOf({ sources, manifest }: Release): Record<string, readonly FormAnswers[]> {
  const ids = new Set(Object.keys(manifest.forms));
  const written = sources.filter(({ path }) => path.endsWith('.schema.json')).map(({ text }): FormSchema => JSON.parse(text));
  return Object.fromEntries(written.flatMap(({ id, type, examples = [] }) => (type === 'object' && ids.has(id) ? [[id, examples]] : [])));
}

/** A release ships only the code of named conditions, so analysis reads their sources. */
function conditionsOf({ sources }: Release): Conditions['conditions'] {
  const file = sources.find(({ path }) => path === 'flows/conditions.json');
  const { conditions }: Conditions = file ? JSON.parse(file.text) : { conditions: {} };
  return conditions;
}

/** Merges the texts of all screens and the common texts. */
function wordsOf({ manifest, parts }: Release, language: string): Record<string, unknown> {
  const names = [manifest.commonTexts[language], ...Object.values(manifest.screens).map(({ texts }) => texts[language])];
  let all: Words = {};
  for (const name of names) {
    const body = name === undefined ? undefined : parts.get(name)?.body;
    if (body !== undefined) all = merged(all, JSON.parse(body));
  }
  return all;
}

interface Words {
  [key: string]: string | Words;
}

/** Merges deeply, because each screen has only the common texts of its own blocks. */
function merged(one: Words, other: Words): Words {
  const entries = Object.entries(other).map(([key, words]) => {
    const known = one[key];
    return [key, typeof known === 'object' && typeof words === 'object' ? merged(known, words) : words] as const;
  });
  return { ...one, ...Object.fromEntries(entries) };
}
