import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import type { Design, Place } from './design.ts';
import type { Values } from './schema.ts';
import { languagesIn, Refused, Scratch } from './scratch.ts';
import { freshName, type Restructured, type Slot } from './structure.ts';
import { keyOf, layoutOf } from './tree.ts';

const namespaces: Readonly<Record<string, string>> = { screen: 'screens', form: 'forms', enum: 'enums' };

/** Copies a screen or a list under a new id, with its texts. */
export function duplicatedFile(design: Design, file: string): Restructured {
  const scratch = new Scratch(design);
  const id = freshName(design.idOf(file), (each) => design.ids(design.kindOf(file)).includes(each));
  return { select: keyOf({ file: duplicate(scratch, file, id), pointer: '' }), texts: scratch.changed };
}

/** Copies a step together with its screen and its form. */
export function duplicatedStep(design: Design, from: Place, to: Slot): Restructured {
  const scratch = new Scratch(design);
  const step = design.at(from);
  if (!isPlainObject(step)) throw new Refused('The step is gone.');
  const { form, route } = step;
  const taken = new Set([...design.ids('form'), ...design.ids('screen')]);
  const id = freshName(String(step['id']), (each) => taken.has(each));
  const screen = design.pathsOf('screen').find((path) => design.object(path)['route'] === route);
  const schema = typeof form === 'string' ? design.fileOf('form', form) : undefined;
  if (!screen || !schema) throw new Refused('Only a step with a form and a screen can be copied.');
  duplicate(scratch, schema, id);
  const copy = duplicate(scratch, screen, id);
  scratch.design.walk({ file: copy, pointer: '' }, ({ value, schema: { 'x-ref': ref }, pointer }) => {
    if (ref === 'form' && value === form) scratch.set(copy, pointer, id);
  });
  scratch.insert(to.file, to.pointer, to.index, { ...step, id, route: `/${id}`, form: id });
  return { select: keyOf({ file: to.file, pointer: pointerTo(to.pointer, to.index) }), texts: scratch.changed };
}

function duplicate(scratch: Scratch, file: string, id: string): string {
  const { design } = scratch;
  const kind = design.kindOf(file);
  const before = design.idOf(file);
  const path = file.replace(/[^/]+?(?=\.(screen|schema)\.json$)/, id);
  copyFile(scratch, file, path, { id, ...(kind === 'screen' && { route: `/${id}` }) });
  if (kind === 'screen') scratch.remove(path, '/aliases');
  if (kind === 'form') copyFile(scratch, layoutOf(file), layoutOf(path), { id });
  for (const cases of design.pathsOf('cases').filter((each) => design.object(each)['of'] === file)) {
    const name = `${id}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    copyFile(scratch, cases, `flows/cases/${name}.cases.json`, { id: name, of: path });
  }
  const namespace = namespaces[kind] ?? kind;
  for (const language of languagesIn(scratch.paths)) {
    const own = design.placeOfWord(language, `${namespace}.${before}`);
    if (own.pointer === '/') {
      const text = scratch.text(own.file);
      if (typeof text === 'string') scratch.put(own.file.replace(/[^/]+(?=\.json$)/, id), text);
    } else if (design.at(own) !== undefined) scratch.set(own.file, pointerTo('', id), design.at(own));
  }
  return path;
}

function copyFile(scratch: Scratch, from: string, to: string, values: Values): void {
  const text = scratch.text(from);
  if (typeof text !== 'string') return;
  scratch.put(to, text);
  for (const [name, value] of Object.entries(values)) scratch.set(to, `/${name}`, value);
}
