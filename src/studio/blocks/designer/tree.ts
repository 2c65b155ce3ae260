import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import { type Design, nameOfId, type Place } from './design.ts';
import type { Values } from './schema.ts';

export type NodeKind = 'group' | 'flow' | 'step' | 'screen' | 'block' | 'form' | 'field' | 'part' | 'enum' | 'code';

/** A node of the tree: one part of the application. */
export interface DesignNode extends Place {
  /** File and pointer, or the name of a group. */
  key: string;
  kind: NodeKind;
  /** Readable name. */
  name: string;
  /** Its id, or the title of its kind. */
  hint: string;
  children: readonly DesignNode[];
  /** Pointers of the lists of blocks inside. */
  lists?: readonly string[];
}

export const keyOf = ({ file, pointer }: Place): string => `${file}#${pointer}`;

export const placeOf = (key: string): Place => {
  const cut = key.indexOf('#');
  return cut === -1 ? { file: key, pointer: '' } : { file: key.slice(0, cut), pointer: key.slice(cut + 1) };
};

const node = (place: Place, kind: NodeKind, rest: Pick<DesignNode, 'name' | 'hint'> & Partial<DesignNode>): DesignNode => ({
  ...place,
  key: keyOf(place),
  kind,
  children: [],
  ...rest,
});

export const groups = ['flow', 'screen', 'form', 'enum'] as const;
export type Group = (typeof groups)[number];

/** The files of a group, each with its content. */
export function nodesOf(design: Design, group: Group): DesignNode[] {
  if (group === 'flow') return [...design.pathsOf('flow'), ...design.pathsOf('subFlow')].map((path) => flowNode(design, path));
  const make = { screen: screenNode, form: formNode, enum: enumNode }[group];
  return design
    .pathsOf(group)
    .map((path) => make(design, path))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function flowNode(design: Design, file: string): DesignNode {
  const { id, steps } = design.object(file);
  const children = list(steps).map((step, index) => stepNode(design, { file, pointer: pointerTo('/steps', index) }, step));
  return node({ file, pointer: '' }, 'flow', { name: nameOfId(text(id)), hint: text(id), children, lists: ['/steps'] });
}

function stepNode(design: Design, place: Place, step: unknown): DesignNode {
  const { id, form, route, subFlow } = (isPlainObject(step) ? step : {}) as Values;
  const screen = design.pathsOf('screen').find((path) => design.object(path)['route'] === route);
  const own = text(id) || text(subFlow);
  const name =
    (form === undefined ? undefined : design.shown(`forms.${text(form)}.title`)) ??
    (screen === undefined ? undefined : design.shown(`screens.${text(design.object(screen)['id'])}.title`));
  return node(place, 'step', { name: name ?? nameOfId(own), hint: own });
}

function screenNode(design: Design, file: string): DesignNode {
  const { id, blocks, route } = design.object(file);
  const children = blocksIn(design, file, '/blocks', blocks);
  return node({ file, pointer: '' }, 'screen', {
    name: design.shown(`screens.${text(id)}.title`) ?? nameOfId(text(id)),
    hint: text(route),
    children,
    lists: ['/blocks'],
  });
}

const blocksIn = (design: Design, file: string, pointer: string, blocks: unknown): DesignNode[] =>
  list(blocks).map((_block, index) => blockNode(design, { file, pointer: pointerTo(pointer, index) }));

function blockNode(design: Design, place: Place): DesignNode {
  const { block, form } = (design.at(place) ?? {}) as Values;
  const screen = text(design.object(place.file)['id']);
  const lists: string[] = [];
  const children: DesignNode[] = [];
  let said: string | undefined;
  design.walk(place, ({ value, schema, pointer }) => {
    if (schema['x-blocks']) {
      lists.push(pointer);
      children.push(...blocksIn(design, place.file, pointer, value));
      return false;
    }
    if (schema['x-text'] && isPlainObject(value)) said ??= design.shown(`screens.${screen}.${text(value['key'])}`);
    return undefined;
  });
  const schema = design.schema(place);
  for (const [name, each] of Object.entries(schema?.properties ?? {}))
    if (each['x-blocks'] && !lists.includes(`${place.pointer}/${name}`)) lists.push(`${place.pointer}/${name}`);
  const title = schema?.title ?? nameOfId(text(block));
  const name = said ?? (form === undefined ? undefined : design.shown(`forms.${text(form)}.title`)) ?? title;
  return node(place, 'block', { name, hint: title, children, lists });
}

function formNode(design: Design, file: string): DesignNode {
  const { id, properties } = design.object(file);
  const names = isPlainObject(properties) ? Object.keys(properties) : [];
  const order = orderOf(design, file).filter((name) => names.includes(name));
  const children = [...order, ...names.filter((name) => !order.includes(name))].map((name) =>
    fieldNode(design, { file, pointer: pointerTo('/properties', name) }, `forms.${text(id)}.${name}`, 'field'),
  );
  return node({ file, pointer: '' }, 'form', {
    name: design.shown(`forms.${text(id)}.title`) ?? nameOfId(text(id)),
    hint: text(id),
    children,
    lists: ['/properties'],
  });
}

function fieldNode(design: Design, place: Place, key: string, kind: 'field' | 'part'): DesignNode {
  const schema = (design.at(place) ?? {}) as Values;
  const [inner, under] = isPlainObject(schema['items']) ? [schema['items'], `${place.pointer}/items`] : [schema, place.pointer];
  const parts = isPlainObject(inner['properties']) ? Object.keys(inner['properties']) : [];
  const id = key.slice(key.lastIndexOf('.') + 1);
  return node(place, kind, {
    name: design.shown(`${key}.label`) ?? nameOfId(id),
    hint: id,
    children: parts.map((name) =>
      fieldNode(design, { file: place.file, pointer: pointerTo(`${under}/properties`, name) }, `${key}.${name}`, 'part'),
    ),
  });
}

function enumNode(design: Design, file: string): DesignNode {
  const { id, enum: codes } = design.object(file);
  const children = list(codes).map((code, index) =>
    node({ file, pointer: pointerTo('/enum', index) }, 'code', {
      name: design.shown(`enums.${text(id)}.${text(code)}`) ?? text(code),
      hint: text(code),
    }),
  );
  return node({ file, pointer: '' }, 'enum', { name: nameOfId(text(id)), hint: text(id), children, lists: ['/enum'] });
}

/** The file with the layout of a form. */
export const layoutOf = (file: string): string => file.replace(/\.schema\.json$/, '.ui.json');

/** The fields of a form in the order of the questions. */
export const orderOf = (design: Design, file: string): string[] => list(design.object(layoutOf(file))['order']).map(text);

/** The key of a node's texts. */
export function wordsKeyOf(design: Design, { kind, file, pointer }: DesignNode): string | undefined {
  const id = text(design.object(file)['id']);
  const names = pointer
    .split('/')
    .slice(1)
    .filter((name) => name !== 'properties' && name !== 'items');
  if (kind === 'field' || kind === 'part') return ['forms', id, ...names].join('.');
  if (kind === 'form') return `forms.${id}`;
  if (kind === 'screen') return `screens.${id}`;
  return kind === 'code' ? `enums.${id}.${text(design.at({ file, pointer }))}` : undefined;
}
