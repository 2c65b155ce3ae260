import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import type { FileText } from '../../files/session.ts';
import type { Design, Place } from './design.ts';
import type { Values } from './schema.ts';
import { Scratch } from './scratch.ts';
import { type DesignNode, keyOf, layoutOf, orderOf, wordsKeyOf } from './tree.ts';

/** The result of a structural edit: the new texts of files, and the node to select afterwards. */
export interface Restructured {
  texts: FileText[];
  select?: string;
}

/** A position in a list. `index` refers to the list before the edit. */
export interface Slot extends Place {
  index: number;
}

const cut = (pointer: string): [list: string, name: string] => {
  const at = pointer.lastIndexOf('/');
  return [pointer.slice(0, at), pointer.slice(at + 1)];
};

const listIn = (design: Design, place: Place): readonly unknown[] => {
  const found = design.at(place);
  return Array.isArray(found) ? found : [];
};

/** Whether a node is an item of a list, and so can be moved. */
export const isMovable = ({ kind }: DesignNode): boolean => kind === 'block' || kind === 'step' || kind === 'field' || kind === 'code';

/** The position of a node among its siblings. */
export function slotOf(design: Design, { kind, file, pointer }: DesignNode): Slot {
  const [list, name] = cut(pointer);
  if (kind === 'field') return { file, pointer: list, index: orderOf(design, file).indexOf(name) };
  return { file, pointer: list, index: Number(name) };
}

/** Number of items in a list. */
export const sizeOf = (design: Design, { file, pointer }: Place): number =>
  pointer === '/properties' ? orderOf(design, file).length : listIn(design, { file, pointer }).length;

/** Whether a node can go into a list. */
export const canMove = ({ kind, file, pointer }: DesignNode, to: Place): boolean => {
  if (kind === 'block') return to.pointer.endsWith('blocks') && !(file === to.file && `${to.pointer}/`.startsWith(`${pointer}/`));
  return file === to.file && cut(pointer)[0] === to.pointer;
};

/** Moves a node in front of the item at the slot. */
export function moved(design: Design, node: DesignNode, to: Slot): Restructured | undefined {
  const from = slotOf(design, node);
  const scratch = new Scratch(design);
  const { file, pointer } = node;
  if (node.kind === 'block' && file !== to.file) {
    const copy = pasted(design, copied(design, node), to);
    for (const { file: path, text } of copy.texts) scratch.put(path, text);
    removeBlock(scratch, node);
    return { ...copy, texts: scratch.changed };
  }
  const isSame = from.pointer === to.pointer;
  const index = isSame && to.index > from.index ? to.index - 1 : to.index;
  if (isSame && index === from.index) return undefined;
  if (node.kind === 'field') {
    scratch.move(layoutOf(file), pointerTo('/order', from.index), '/order', index);
    return { texts: scratch.changed, select: node.key };
  }
  scratch.move(file, pointer, to.pointer, index);
  return { texts: scratch.changed, select: keyOf({ file, pointer: pointerTo(afterRemoval(to.pointer, from), index) }) };
}

/** Adjusts a pointer for the removal of an item from the list `from`. */
function afterRemoval(pointer: string, from: Slot): string {
  if (!pointer.startsWith(`${from.pointer}/`)) return pointer;
  const [at = '', ...rest] = pointer.slice(from.pointer.length + 1).split('/');
  return [from.pointer, Number(at) > from.index ? Number(at) - 1 : at, ...rest].join('/');
}

/** Removes a node together with everything that belongs to it in other files. */
export function removed(design: Design, node: DesignNode): Restructured {
  const scratch = new Scratch(design);
  remove(scratch, node);
  const [list] = cut(node.pointer);
  const above = list === '' || /^\/(blocks|steps|enum|properties)$/.test(list) ? '' : list.replace(/\/[a-z]\w*$/i, '');
  return { texts: scratch.changed, ...(node.pointer !== '' && { select: keyOf({ file: node.file, pointer: above }) }) };
}

function remove(scratch: Scratch, node: DesignNode): void {
  const { design } = scratch;
  const { file, pointer, kind } = node;
  const words = wordsKeyOf(design, node);
  if (kind === 'block') return removeBlock(scratch, node);
  if (kind === 'step') return removeStep(scratch, node);
  if (kind === 'field') removeField(scratch, file, cut(pointer)[1]);
  else if (kind === 'code') {
    scratch.removeFrom(file, '/x-withdrawn', design.at(node));
    scratch.remove(file, pointer);
  } else removeFile(scratch, file);
  if (words) scratch.removeWords(words);
}

function removeFile(scratch: Scratch, file: string): void {
  const { design } = scratch;
  const kind = design.kindOf(file);
  const id = String(design.object(file)['id']);
  for (const path of casesOf(design, file)) scratch.put(path, null);
  if (kind === 'form') scratch.put(layoutOf(file), null);
  if (kind === 'enum') scratch.removeWords(`enums.${id}`);
  scratch.put(file, null);
}

const casesOf = (design: Design, file: string): string[] => design.pathsOf('cases').filter((path) => design.object(path)['of'] === file);

function removeField(scratch: Scratch, file: string, name: string): void {
  const { design } = scratch;
  scratch.remove(file, pointerTo('/properties', name));
  scratch.removeFrom(file, '/required', name);
  listIn(design, { file, pointer: '/examples' }).forEach((_example, index) => scratch.remove(file, pointerTo(`/examples/${index}`, name)));
  const rules = listIn(design, { file, pointer: '/x-rules' });
  for (let index = rules.length - 1; index >= 0; index--)
    if ((rules[index] as Values)['at'] === name) scratch.remove(file, rules.length === 1 ? '/x-rules' : `/x-rules/${index}`);
  scratch.removeFrom(layoutOf(file), '/order', name);
  scratch.remove(layoutOf(file), pointerTo('/fields', name));
  for (const path of casesOf(design, file)) {
    const cases = design.object(path)['cases'];
    const isLast = isPlainObject(cases) && Object.keys(cases).every((each) => each === name);
    if (isLast) scratch.put(path, null);
    else scratch.remove(path, pointerTo('/cases', name));
  }
}

/** Removes a block, and the texts that nothing else on its screen uses. */
function removeBlock(scratch: Scratch, { file, pointer }: Place): void {
  const { design } = scratch;
  const gone = textKeys(design, { file, pointer });
  scratch.remove(file, pointer);
  const left = new Set(textKeys(design, { file, pointer: '' }));
  const screen = String(design.object(file)['id']);
  for (const key of gone.filter((each) => !left.has(each)))
    for (const each of formsOf(design, `screens.${screen}.${key}`)) scratch.removeWords(each);
}

/** Keys of the texts at a place or inside it. */
function textKeys(design: Design, place: Place): string[] {
  const keys = new Set<string>();
  design.walk(place, ({ value, schema }) => {
    if (schema['x-text'] && isPlainObject(value)) keys.add(String(value['key']));
  });
  return [...keys];
}

/** A key together with its plural forms. */
const formsOf = (design: Design, key: string): string[] =>
  design.word(design.main, key) === undefined
    ? ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `${key}_${form}`).filter((each) => design.word(design.main, each))
    : [key];

/** Removes a step, and also its screen and form if nothing else uses them. */
function removeStep(scratch: Scratch, { file, pointer }: Place): void {
  const { design } = scratch;
  const { route, form } = (design.at({ file, pointer }) ?? {}) as Values;
  scratch.remove(file, pointer);
  const screen = design.pathsOf('screen').find((path) => design.object(path)['route'] === route);
  if (screen !== undefined && isUnused(design, ['route', 'screen'], [String(route), String(design.object(screen)['id'])], [screen])) {
    scratch.removeWords(`screens.${String(design.object(screen)['id'])}`);
    removeFile(scratch, screen);
  }
  if (typeof form !== 'string') return;
  const schema = design.fileOf('form', form);
  if (schema !== undefined && isUnused(design, ['form', 'answer'], [form], [schema, layoutOf(schema), ...casesOf(design, schema)])) {
    scratch.removeWords(`forms.${form}`);
    removeFile(scratch, schema);
  }
}

const isUnused = (design: Design, kinds: readonly string[], ids: readonly string[], own: readonly string[]): boolean =>
  design
    .allUses()
    .every(
      ({ kind, id, file }) => own.includes(file) || !kinds.includes(kind) || !ids.some((each) => id === each || id.startsWith(`${each}.`)),
    );

/** A copied block or field with its texts, ready to be pasted. */
export interface Copied {
  kind: 'block' | 'field';
  value: Values;
  /** Texts of each language. The key is the one in the block, or the part below the field's key. */
  words: readonly { key: string; language: string; text: string }[];
  /** Name of the field, if it is one. */
  name?: string;
  layout?: unknown;
  isRequired?: boolean;
  examples?: readonly unknown[];
}

export function copied(design: Design, node: DesignNode): Copied {
  const { file, pointer } = node;
  const languages = design.languages.map(({ code }) => code);
  const id = String(design.object(file)['id']);
  const value = design.at(node) as Values;
  const wordsAt = (prefix: string, keys: readonly string[]) =>
    keys.flatMap((key) =>
      languages.map((language) => ({ key: key.slice(prefix.length), language, text: design.word(language, key) ?? '' })),
    );
  if (node.kind === 'field') {
    const name = cut(pointer)[1];
    return {
      kind: 'field',
      value,
      name,
      words: wordsAt(`forms.${id}.${name}.`, design.keysUnder(`forms.${id}.${name}`)),
      layout: design.at({ file: layoutOf(file), pointer: pointerTo('/fields', name) }),
      isRequired: listIn(design, { file, pointer: '/required' }).includes(name),
      examples: listIn(design, { file, pointer: '/examples' }).map((example) => (example as Values)[name]),
    };
  }
  const keys = textKeys(design, node).flatMap((key) => formsOf(design, `screens.${id}.${key}`));
  return { kind: 'block', value, words: wordsAt(`screens.${id}.`, keys) };
}

/** Pastes a block or field in front of the item at the slot, with new keys for its texts. */
export function pasted(design: Design, copy: Copied, to: Slot): Restructured {
  const scratch = new Scratch(design);
  const { file, pointer, index } = to;
  const id = String(design.object(file)['id']);
  if (copy.kind === 'field') {
    const name = freshName(copy.name ?? 'field', (each) => scratch.has(file, pointerTo('/properties', each)));
    putField(scratch, file, { ...copy, name, index });
    return { texts: scratch.changed, select: keyOf({ file, pointer: pointerTo('/properties', name) }) };
  }
  const renamed = new Map<string, string>();
  const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
  const isTaken = (key: string) =>
    design.keysUnder(`screens.${id}.${key}`).length > 0 ||
    formsOf(design, `screens.${id}.${key}`).some((each) => design.word(design.main, each) !== undefined);
  for (const key of new Set(copy.words.map((word) => stem(word.key))))
    renamed.set(key, isTaken(key) ? freshName(key, (each) => isTaken(each) || [...renamed.values()].includes(each)) : key);
  scratch.insert(file, pointer, index, withKeys(copy.value, renamed));
  for (const { key, language, text } of copy.words)
    scratch.word(language, `screens.${id}.${renamed.get(stem(key)) ?? key}${key.slice(stem(key).length)}`, text);
  return { texts: scratch.changed, select: keyOf({ file, pointer: pointerTo(pointer, index) }) };
}

/** Replaces the text keys in a value. */
function withKeys(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withKeys(each, renamed));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === 'key' && typeof each === 'string' ? (renamed.get(each) ?? each) : withKeys(each, renamed),
    ]),
  );
}

/** The first free name: `hat2` after `hat`. */
export function freshName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const base = name.replace(/\d+$/, '');
  let number = 2;
  while (isTaken(`${base}${number}`)) number += 1;
  return `${base}${number}`;
}

/** A field to add to a form. */
export interface NewField {
  name: string;
  value: Values;
  layout?: unknown;
  isRequired?: boolean;
  /** Its answer in each example of the form. Undefined where the example has none. */
  examples?: readonly unknown[];
  /** Keys are relative to the field's key. */
  words: readonly { key: string; language: string; text: string }[];
  /** Its position in the order of questions. */
  index: number;
}

export function putField(scratch: Scratch, file: string, { name, value, layout, isRequired, examples = [], words, index }: NewField): void {
  const { design } = scratch;
  const id = String(design.object(file)['id']);
  scratch.set(file, pointerTo('/properties', name), value);
  if (isRequired) scratch.insert(file, '/required', listIn(design, { file, pointer: '/required' }).length, name);
  listIn(design, { file, pointer: '/examples' }).forEach((_example, at) => {
    if (examples[at] !== undefined) scratch.set(file, pointerTo(`/examples/${at}`, name), examples[at]);
  });
  scratch.insert(layoutOf(file), '/order', index, name);
  scratch.set(layoutOf(file), pointerTo('/fields', name), layout ?? {});
  for (const { key, language, text } of words) if (text !== '') scratch.word(language, `forms.${id}.${name}.${key}`, text);
}
