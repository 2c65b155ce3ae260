import type { Analysis } from '../compiler/analysis.ts';
import { pointerTo } from '../compiler/project/document.ts';
import type { Entry } from '../compiler/project/project.ts';
import { languagesOf, type Words } from '../compiler/locales/words.ts';
import { screenAt } from '../compiler/names/routes.ts';
import { resolvePath } from '../compiler/forms/bundle.ts';
import { checkExpression } from '../expression/index.ts';
import type { partKinds } from './kinds.ts';

export interface PlaceInFile {
  file: string;
  line: number;
  pointer: string;
}

/** Something that people look for in a configuration. */
export interface Part extends PlaceInFile {
  kind: (typeof partKinds)[number];
  /** Its name in the configuration: `work`, `work.income`. */
  id: string;
  /** Its label in the main language. Empty if it has none. */
  name: string;
  /** The places that refer to it, including expressions that read it. */
  uses: PlaceInFile[];
}

/** Lists the screens, flows, forms, fields, lists and other files of a configuration, with what uses each. */
export function partsOf(analysis: Analysis): Part[] {
  const { project } = analysis;
  const main = project.one('settings')?.value.languages.default;
  const words = (main !== undefined && languagesOf(project).get(main)?.words) || {};
  const uses = usesByName(analysis);
  const part = (entry: Entry, kind: Part['kind'], id: string, pointer: string, name: string): Part => ({
    kind,
    id,
    name,
    ...placeOf(entry, pointer),
    uses: uses.get(`${kind} ${id}`) ?? [],
  });
  return project.entries.flatMap((entry): Part[] => {
    const { kind, id } = entry;
    // These belong to a part that has its own entry.
    if (kind === 'formUi' || kind === 'cases') return [];
    if (kind === 'screen') {
      const own = wordsAt(words, 'screens', id);
      return [part(entry, 'screen', id, '', textIn(own, 'title') || textIn(own, 'heading'))];
    }
    if (kind === 'form') {
      const own = wordsAt(words, 'forms', id);
      const fields = Object.keys(propertiesOf(entry.value));
      return [
        part(entry, 'form', id, '', textIn(own, 'title')),
        ...fields.map((field) =>
          part(entry, 'field', `${id}.${field}`, pointerTo('/properties', field), textIn(wordsAt(own, field), 'label')),
        ),
      ];
    }
    if (kind === 'enum') {
      const labels = wordsAt(words, 'enums', id);
      const codes = (entry.value as { enum?: readonly unknown[] }).enum ?? [];
      return [
        part(entry, 'list', id, '', ''),
        ...codes.map((code, index) => part(entry, 'code', `${id}.${String(code)}`, `/enum/${index}`, textIn(labels, String(code)))),
      ];
    }
    if (kind === 'flow' || kind === 'subFlow') {
      const { steps = [] } = (entry.written ?? entry.value) as { steps?: readonly { id?: string; form?: string }[] };
      return [
        part(entry, 'flow', id, '', ''),
        ...steps.flatMap((step, index) =>
          step.id === undefined
            ? []
            : [part(entry, 'step', `${id}.${step.id}`, `/steps/${index}`, textIn(wordsAt(words, 'forms', step.form ?? step.id), 'title'))],
        ),
      ];
    }
    return [part(entry, 'file', kind === id ? id : `${kind} ${id}`, '', '')];
  });
}

const placeOf = ({ document }: Entry, pointer: string): PlaceInFile => ({
  file: document.path,
  line: document.position(document.offset(pointer, 'key')).line,
  pointer,
});

const propertiesOf = (form: unknown): Readonly<Record<string, unknown>> =>
  (form as { properties?: Record<string, unknown> }).properties ?? {};

function wordsAt(words: Words[string] | undefined, ...path: string[]): Words[string] | undefined {
  return path.reduce<Words[string] | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), words);
}

function textIn(words: Words[string] | undefined, name: string): string {
  const text = wordsAt(words, name);
  return typeof text === 'string' ? text : '';
}

/** The kinds of parts that a name in a file can mean, by its `x-ref`. */
const named: Readonly<Record<string, Part['kind']>> = { screen: 'screen', flow: 'flow', subFlow: 'flow', form: 'form', enum: 'list' };

/** Returns where each part is used, by its kind and id. */
function usesByName({ project, sites, scopes, forms, conditions }: Analysis): ReadonlyMap<string, PlaceInFile[]> {
  const uses = new Map<string, PlaceInFile[]>();
  const add = (name: string, place: PlaceInFile) => {
    const known = uses.get(name);
    if (!known) uses.set(name, [place]);
    else if (!known.some(({ file, line }) => file === place.file && line === place.line)) known.push(place);
  };
  for (const entry of project.entries) {
    const { references, expressions } = sites(entry);
    for (const { target, name, pointer } of references) {
      const kind = target === 'route' ? 'screen' : named[target];
      const id = target === 'route' ? screenAt(project, name) : name;
      if (kind && id !== undefined) add(`${kind} ${id}`, placeOf(entry, pointer));
    }
    if (entry.kind === 'form') {
      for (const { pointer, ref } of refsIn(entry.value)) {
        const list = project.all('enum').find(({ document }) => document.path === resolvePath(entry.document.path, ref));
        if (list) add(`list ${list.id}`, placeOf(entry, pointer));
      }
    }
    for (const site of expressions) {
      const { reads } = checkExpression(site.source, scopes.at(entry, site), site.expected, conditions);
      for (const [first = '', field = ''] of reads) {
        const form = first === 'self' ? entry.id : first;
        if (forms.has(form)) add(`field ${form}.${field}`, placeOf(entry, site.pointer));
      }
    }
  }
  return uses;
}

/** Each `$ref` below a value. */
function refsIn(value: unknown, pointer = ''): { pointer: string; ref: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const at = pointerTo(pointer, key);
    return key === '$ref' && typeof each === 'string' ? [{ pointer: at, ref: each }] : refsIn(each, at);
  });
}
