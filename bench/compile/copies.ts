import { basename, dirname } from 'node:path/posix';
import type { SourceFile } from '../../engine/compiler/types.ts';
import { registry } from '../registry.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const copied = /^(schemas\/(forms|enums|formats)|flows\/screens)\/|^flows\/[^/]+\.flow\.json$/;
const wordsOfScreen = /^locales\/[a-z]+\/screens\//;
const idOf = (path: string) => basename(path).split('.')[0] ?? '';
const parse = (file: SourceFile) => JSON.parse(file.text) as JsonObject;

/** Names that a copy must change. */
interface Names {
  ids: ReadonlySet<string>;
  forms: RegExp;
  routes: ReadonlySet<string>;
}

/**
 * The files to copy: flows and screens, with the forms, enums and formats that they use. A flow whose steps are checked names the answers that
 * code reads, so it stays single, with its screens.
 */
function originalsOf(files: readonly SourceFile[]): SourceFile[] {
  const all = files.filter(({ path }) => copied.test(path));
  const checked = all.filter(
    (file) => file.path.endsWith('.flow.json') && ((parse(file)['steps'] ?? []) as JsonObject[]).some((step) => 'check' in step),
  );
  const ids = new Set(checked.map(({ path }) => idOf(path)));
  const isOfThem = (file: SourceFile) => file.path.startsWith('flows/screens/') && ids.has(parse(file)['flow'] as string);
  return withUsed(
    all.filter(({ path }) => path.startsWith('flows/')).filter((file) => !checked.includes(file) && !isOfThem(file)),
    all,
  );
}

/** Adds the files that some files name, and those that these name. A copy that nothing uses would be a finding. */
function withUsed(some: readonly SourceFile[], all: readonly SourceFile[]): SourceFile[] {
  const text = some.map((file) => file.text).join('\n');
  const isNamed = ({ path }: SourceFile) => new RegExp(`"(form|\\$ref)": "([^"]*/)?${idOf(path)}(\\.schema\\.json)?"`).test(text);
  const more = all.filter((file) => file.path.startsWith('schemas/') && !some.includes(file) && isNamed(file));
  return more.length > 0 ? withUsed([...some, ...more], all) : [...some];
}

function namesOf(some: readonly SourceFile[]): Names {
  const forms = some.filter(({ path }) => path.startsWith('schemas/forms/')).map(({ path }) => idOf(path));
  const screens = some.filter(({ path }) => path.startsWith('flows/screens/')).map(parse);
  return {
    ids: new Set(some.map(({ path }) => idOf(path))),
    // A form's id at the start of a path in an expression: `work.income`, not `self.work.income`.
    forms: new RegExp(String.raw`(?<![.?\w'])(${forms.join('|')})(?=\.)`, 'g'),
    routes: new Set(screens.flatMap(({ route, aliases = [] }) => [route as string, ...(aliases as string[])])),
  };
}

/** Keys whose value is the id of a copied entity. */
const idKeys = new Set(['id', 'form', 'flow', 'screen']);

function renamed(value: Json, names: Names, suffix: string, key = ''): Json {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names, suffix, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renamed(inner, names, suffix, name)]));
  }
  // Operations keep their names: `feedback.send` is not a field of the form `feedback`.
  if (typeof value !== 'string' || key === '$schema' || Object.hasOwn(registry.operations, value)) return value;
  if (key === '$ref') return value.replace(/([A-Za-z0-9]+)\.schema\.json$/, `$1${suffix}.schema.json`);
  if (idKeys.has(key) && names.ids.has(value)) return value + suffix;
  const [path = '', query] = value.split('?');
  if (names.routes.has(path)) return `${path}${suffix}${query === undefined ? '' : `?${query}`}`;
  return value.replaceAll(names.forms, `$1${suffix}`);
}

function copyFile(file: SourceFile, names: Names, suffix: string): SourceFile {
  const path = `${dirname(file.path)}/${basename(file.path).replace(/^[A-Za-z0-9]+/, `$&${suffix}`)}`;
  return { path, text: JSON.stringify(renamed(parse(file), names, suffix), null, 2) };
}

const namespaces = /^locales\/[a-z]+\/(forms|enums|formats)\.json$/;

/** Adds the texts of the copies, under their new names, to a file of texts. */
function withWordsOfCopies(file: SourceFile, { ids }: Names, suffixes: readonly string[]): SourceFile {
  if (!namespaces.test(file.path)) return file;
  const words = parse(file);
  const own = Object.entries(words).filter(([id]) => ids.has(id));
  const more = suffixes.flatMap((suffix) => own.map(([id, each]) => [id + suffix, each] as const));
  return { ...file, text: JSON.stringify({ ...words, ...Object.fromEntries(more) }, null, 2) };
}

/**
 * Returns the project with `copies` more of each screen and flow, with the forms, enums and formats that they use, their own routes and texts.
 */
export function withCopies(files: readonly SourceFile[], copies: number): SourceFile[] {
  const originals = originalsOf(files);
  const names = namesOf(originals);
  const suffixes = Array.from({ length: copies }, (_, index) => `Copy${index + 1}`);
  const screens = files.filter(({ path }) => wordsOfScreen.test(path) && names.ids.has(idOf(path)));
  const more = suffixes.flatMap((suffix) => [
    ...originals.map((file) => copyFile(file, names, suffix)),
    ...screens.map(({ path, text }) => ({ path: path.replace('.json', `${suffix}.json`), text })),
  ]);
  return [...files.map((file) => withWordsOfCopies(file, names, suffixes)), ...more];
}
