import { makeEnum, makeScreen, makeStep } from '../../../../engine/scaffold/kinds.ts';
import { Draft, type Wording } from '../../../../engine/scaffold/draft.ts';
import { addQuestion, type Question } from '../../../../engine/scaffold/question.ts';
import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import type { Design } from './design.ts';
import { blank, type Schema, type Values } from './schema.ts';
import { Scratch } from './scratch.ts';
import { freshName, type Restructured, type Slot } from './structure.ts';
import { keyOf } from './tree.ts';

/** The parts that a wizard can add. */
export type Addable = 'question' | 'step' | 'screen' | 'block' | 'enum' | 'code';

/** The storage name of a half-filled wizard. */
export const keptWizard = (adds: Addable, { file }: Slot): string => `${adds} ${file}`;

/** Runs the code of `hakbang new` on the files of a change. */
function drafted(design: Design, make: (draft: Draft) => void): Restructured['texts'] {
  const { sources } = design;
  const draft = new Draft(sources.paths.map((path) => ({ path, text: sources.text(path) ?? '' })));
  make(draft);
  return draft.changed.map(({ path, text }) => ({ file: path, text }));
}

/** Derives an identifier from a person's words: "City of birth" becomes `cityOfBirth`. */
export function nameFrom(words: string, isTaken: (name: string) => boolean): string {
  const parts = words
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .split(/\s+/)
    .slice(0, 5)
    .filter(Boolean);
  const joined = parts
    .map((part, index) => (index === 0 ? part.toLowerCase() : part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()))
    .join('');
  const name = /^[a-z]/.test(joined) ? joined : `item${joined}`;
  return freshName(name, isTaken);
}

export function newQuestion(design: Design, file: string, question: Question, index?: number): Restructured {
  const form = String(design.object(file)['id']);
  const texts = drafted(design, (draft) => addQuestion(draft, form, question, index));
  return { texts, select: keyOf({ file, pointer: pointerTo('/properties', question.name) }) };
}

export function newStep(design: Design, file: string, id: string, step: { title: Wording; question: Question; at?: number }): Restructured {
  const flow = String(design.object(file)['id']);
  const texts = drafted(design, (draft) => makeStep(draft, flow, id, step));
  const { steps } = JSON.parse(texts.find((each) => each.file === file)?.text ?? '{"steps":[]}') as { steps: { id: string }[] };
  return {
    texts,
    select: keyOf({
      file,
      pointer: pointerTo(
        '/steps',
        steps.findIndex((each) => each.id === id),
      ),
    }),
  };
}

export function newScreen(design: Design, id: string, title: Wording): Restructured {
  const texts = drafted(design, (draft) => makeScreen(draft, id, { title }));
  return { texts, select: keyOf({ file: `flows/screens/${id}.screen.json`, pointer: '' }) };
}

export function newEnum(design: Design, id: string, codes: readonly { code: string; label: Wording }[]): Restructured {
  const texts = drafted(design, (draft) => makeEnum(draft, id, codes));
  return { texts, select: keyOf({ file: `schemas/enums/${id}.schema.json`, pointer: '' }) };
}

export function newCode(design: Design, file: string, index: number, code: string, label: Readonly<Record<string, string>>): Restructured {
  const scratch = new Scratch(design);
  scratch.insert(file, '/enum', index, code);
  const id = String(design.object(file)['id']);
  for (const [language, text] of Object.entries(label)) scratch.word(language, `enums.${id}.${code}`, text);
  return { texts: scratch.changed, select: keyOf({ file, pointer: pointerTo('/enum', index) }) };
}

/** The kinds of blocks that the meta-schema of screens allows. */
export function palette(design: Design): { name: string; title: string; description: string; schema: Schema }[] {
  const blocks = design.kinds['screen']?.$defs?.['block']?.oneOf ?? [];
  return blocks
    .map((schema) => ({
      name: String(schema.properties?.['block']?.const),
      title: schema.title ?? '',
      description: schema.description ?? '',
      schema,
    }))
    .toSorted((one, other) => one.title.localeCompare(other.title));
}

/** The property with the text of a new block of this kind. The wizard asks for that text. Undefined if there is none. */
export const textIn = (schema: Schema): string | undefined => (schema.required ?? []).find((name) => schema.properties?.[name]?.['x-text']);

/** Adds a block with only the required properties. Every required text gets the same words. */
export function newBlock(design: Design, to: Slot, schema: Schema, words: Readonly<Record<string, string>>): Restructured {
  const scratch = new Scratch(design);
  const screen = String(design.object(to.file)['id']);
  const used = new Set<string>();
  const fill = (value: unknown, of: Schema, name: string): unknown => {
    if (of['x-text']) {
      const key = freshName(name, (each) => used.has(each) || design.keysUnder(`screens.${screen}.${each}`).length > 0);
      used.add(key);
      return { key };
    }
    const ref = of['x-ref'];
    if (ref !== undefined && value === '') return design.ids(ref)[0] ?? design.seen(ref)[0] ?? value;
    if (Array.isArray(value)) return value.map((each) => fill(each, of.items ?? {}, name));
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value as Values).map(([each, inner]) => [each, fill(inner, of.properties?.[each] ?? {}, each)]),
    );
  };
  scratch.insert(to.file, to.pointer, to.index, fill(blank(schema), schema, 'text'));
  for (const key of used) for (const [language, text] of Object.entries(words)) scratch.word(language, `screens.${screen}.${key}`, text);
  return { texts: scratch.changed, select: keyOf({ file: to.file, pointer: pointerTo(to.pointer, to.index) }) };
}

/** An earlier question with a small set of possible answers. */
interface Decider {
  name: string;
  codes: readonly (string | boolean)[];
  /** Id of the list of codes. */
  enum?: string;
}

/** Earlier questions of a form on which another question can depend. */
export function deciders(design: Design, file: string): Decider[] {
  const { properties } = design.object(file);
  return Object.entries(isPlainObject(properties) ? properties : {}).flatMap(([name, value]): Decider[] => {
    const { $ref, type } = value as Values;
    if (type === 'boolean') return [{ name, codes: [true, false] }];
    const shared = typeof $ref === 'string' ? /\/enums\/([^/]+)\.schema\.json$/.exec(`/${$ref}`)?.[1] : undefined;
    const codes = shared === undefined ? undefined : design.object(`schemas/enums/${shared}.schema.json`)['enum'];
    return shared !== undefined && Array.isArray(codes) ? [{ name, codes: codes.map(String), enum: shared }] : [];
  });
}
