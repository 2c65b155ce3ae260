import { beforeAll, expect, test } from 'vitest';
import { readSources } from '../../../engine/cli/sources.ts';
import { createCompiler, generateMetaSchemas } from '../../../engine/compiler/index.ts';
import { registry } from '../../../server/registry.ts';
import { Design } from '../../../src/studio/blocks/designer/design.ts';
import { duplicatedFile, duplicatedStep } from '../../../src/studio/blocks/designer/duplicate.ts';
import type { Schema } from '../../../src/studio/blocks/designer/schema.ts';
import { require } from '../../../src/studio/blocks/designer/required.ts';
import { Scratch } from '../../../src/studio/blocks/designer/scratch.ts';
import { copied, moved, pasted, removed, type Restructured, slotOf } from '../../../src/studio/blocks/designer/structure.ts';
import { type DesignNode, nodesOf } from '../../../src/studio/blocks/designer/tree.ts';
import {
  newBlock,
  newCode,
  newEnum,
  newQuestion,
  newScreen,
  newStep,
  nameFrom,
  palette,
} from '../../../src/studio/blocks/designer/wizards.ts';

const shipped = readSources('.');
const kinds = Object.fromEntries(
  generateMetaSchemas(registry).map(({ path, text }) => [
    path.slice('schemas/meta/'.length, -'.schema.json'.length),
    JSON.parse(text) as Schema,
  ]),
);
const compiler = createCompiler(registry);

/** A change with several edits in sequence. */
function begin() {
  const texts = new Map(shipped.map(({ path, text }) => [path, text]));
  const design = new Design(
    {
      get paths() {
        return [...texts.keys()];
      },
      text: (path) => texts.get(path),
    },
    kinds,
  );
  const take = (made: Restructured | undefined): string[] => {
    for (const { file, text } of made?.texts ?? []) {
      if (text === null) texts.delete(file);
      else texts.set(file, text);
    }
    return (made?.texts ?? []).map(({ file }) => file).toSorted();
  };
  const problems = async () => {
    const { diagnostics } = await compiler.compile([...texts].map(([path, text]) => ({ path, text })));
    return diagnostics
      .filter(({ severity }) => severity !== 'info')
      .map(({ code, file, pointer, message }) => ({ code, file, pointer, message }));
  };
  return { design, take, problems, texts };
}

const all = (nodes: readonly DesignNode[]): DesignNode[] => nodes.flatMap((node) => [node, ...all(node.children)]);
const find = (design: Design, key: string): DesignNode => {
  const nodes = all((['flow', 'screen', 'form', 'enum'] as const).flatMap((group) => nodesOf(design, group)));
  return nodes.find((node) => node.key === key) ?? expect.fail(`no ${key}`);
};

const work = 'schemas/forms/work.schema.json';
const words = (text: string) => ({ en: text, fil: `${text} po`, hi: `${text} जी` });

beforeAll(async () => {
  await compiler.compile(shipped);
});

test('T06 the tree shows what a person reads, fields in the order of asking, blocks inside blocks', () => {
  const { design } = begin();
  const form = find(design, `${work}#`);
  expect(form.name).toBe('Work and income');
  expect(form.children.slice(0, 3).map(({ name, hint }) => [name, hint])).toEqual([
    ['What do you do?', 'jobType'],
    ['Monthly income', 'income'],
    ['Industry', 'industry'],
  ]);
  const flow = find(design, 'flows/onboarding.flow.json#');
  expect(flow.children.map(({ name }) => name)).toContain('Work and income');
  const screens = nodesOf(design, 'screen');
  expect(screens.some(({ children }) => children.some((child) => child.children.length > 1))).toBe(true);
  expect(all(screens).filter(({ kind, name }) => kind === 'block' && name === '')).toEqual([]);
});

test('T06 a question with a condition and words in three languages makes no problem', async () => {
  const { design, take, problems } = begin();
  const question = {
    name: 'hatSize',
    type: 'number' as const,
    label: words('Hat size'),
    required: words('Enter your hat size.'),
    only: { field: 'jobType', codes: ['contractWorker'] },
  };
  const files = take(newQuestion(design, work, question, 1));
  expect(files).toEqual([
    'flows/cases/workForm.cases.json',
    'locales/en/forms.json',
    'locales/fil/forms.json',
    'locales/hi/forms.json',
    'locales/zh/forms.json',
    'schemas/forms/work.schema.json',
    'schemas/forms/work.ui.json',
  ]);
  expect(find(design, `${work}#/properties/hatSize`).name).toBe('Hat size');
  expect(await problems()).toEqual([]);
});

test.each(['text', 'yesNo', 'date', 'choice'] as const)('T06 a new question of the kind %s makes no problem', async (type) => {
  const { design, take, problems } = begin();
  take(newQuestion(design, work, { name: 'extra', type, label: words('Something else'), ...(type === 'choice' && { enum: 'weekday' }) }));
  expect(await problems()).toEqual([]);
});

test('T06 deleting a question removes its words, its layout, its examples and its cases', async () => {
  const { design, take, problems, texts } = begin();
  take(removed(design, find(design, `${work}#/properties/professionalTitle`)));
  expect(await problems()).toEqual([]);
  expect(
    [...texts].filter(([path, text]) => !path.startsWith('locales/') && text.includes('professionalTitle')).map(([path]) => path),
  ).toEqual([]);
  expect(design.word('hi', 'forms.work.professionalTitle.label')).toBeUndefined();
});

test('T06 a question moves in the order of asking, and nothing else is laid out again', async () => {
  const { design, take, problems, texts } = begin();
  const node = find(design, `${work}#/properties/income`);
  expect(take(moved(design, node, { ...slotOf(design, node), index: 0 }))).toEqual(['schemas/forms/work.ui.json']);
  const before = shipped.find(({ path }) => path === 'schemas/forms/work.ui.json')?.text ?? '';
  const after = texts.get('schemas/forms/work.ui.json') ?? '';
  expect(after.split('\n').filter((line) => !before.includes(line))).toHaveLength(1);
  expect(await problems()).toEqual([]);
});

test('T06 a new step, screen, list and choice come with everything that belongs to them', async () => {
  const { design, take, problems } = begin();
  const question = { name: 'pet', type: 'text' as const, label: words('Name of your pet'), required: words('Enter a name.') };
  take(newStep(design, 'flows/onboarding.flow.json', 'pets', { title: words('Your pets'), question, at: 2 }));
  expect(find(design, 'flows/onboarding.flow.json#/steps/2').name).toBe('Your pets');
  expect(await problems()).toEqual([]);
  take(removed(design, find(design, 'flows/onboarding.flow.json#/steps/2')));
  expect(design.fileOf('form', 'pets')).toBeUndefined();
  expect(design.fileOf('screen', 'pets')).toBeUndefined();
  expect(await problems()).toEqual([]);
  take(newCode(design, 'schemas/enums/loanPurpose.schema.json', 0, 'wedding', words('A wedding')));
  take(newScreen(design, 'news', words('What is new')));
  take(newEnum(design, 'colour', [{ code: 'red', label: words('Red') }]));
  expect((await problems()).map(({ code }) => code)).toEqual(['unused-enum']);
});

test('T06 a copy of a step, a screen and a list has files and words of its own', async () => {
  const { design, take, problems } = begin();
  const flow = 'flows/onboarding.flow.json';
  take(duplicatedStep(design, { file: flow, pointer: '/steps/3' }, { file: flow, pointer: '/steps', index: 4 }));
  expect(find(design, `${flow}#/steps/4`)).toMatchObject({ name: 'Work and income', hint: 'work2' });
  expect(design.word('hi', 'forms.work2.title')).toBe(design.word('hi', 'forms.work.title'));
  take(duplicatedFile(design, 'flows/screens/aboutUs.screen.json'));
  take(duplicatedFile(design, 'schemas/enums/weekday.schema.json'));
  expect(find(design, 'schemas/enums/weekday2.schema.json#').children.map(({ name }) => name)).toContain('Friday');
  expect((await problems()).map(({ code, file }) => [code, file])).toEqual([['unused-enum', 'schemas/enums/weekday2.schema.json']]);
});

test('T06 blocks are added, copied with words of their own, moved to another screen, and deleted with their words', async () => {
  const { design, take, problems, texts } = begin();
  const file = 'flows/screens/aboutUs.screen.json';
  const heading = palette(design).find(({ name }) => name === 'heading');
  take(newBlock(design, { file, pointer: '/blocks', index: 0 }, heading?.schema ?? {}, words('Hello there')));
  expect(find(design, `${file}#/blocks/0`).name).toBe('Hello there');
  take(pasted(design, copied(design, find(design, `${file}#/blocks/0`)), { file, pointer: '/blocks', index: 1 }));
  expect(design.at({ file, pointer: '/blocks/0/text/key' })).not.toBe(design.at({ file, pointer: '/blocks/1/text/key' }));
  expect(find(design, `${file}#/blocks/1`).name).toBe('Hello there');
  take(newScreen(design, 'news', words('What is new')));
  take(moved(design, find(design, `${file}#/blocks/1`), { file: 'flows/screens/news.screen.json', pointer: '/blocks', index: 0 }));
  take(removed(design, find(design, `${file}#/blocks/0`)));
  expect(texts.get('locales/en/screens/aboutUs.json')).toBe(shipped.find(({ path }) => path === 'locales/en/screens/aboutUs.json')?.text);
  expect(await problems()).toEqual([]);
});

test('T05 every kind of block of the meta-schema is in the palette, with its title and what it is for', () => {
  const { design } = begin();
  const names = palette(design).map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(registry.blocks).toSorted());
  expect(palette(design).filter(({ title, description }) => title === '' || description === '')).toEqual([]);
});

test('T06 a name in the files comes from the words of a person', () => {
  const name = (text: string) => nameFrom(text, (each) => each === 'cityOfBirth');
  expect(['City of birth?', 'City of birth', '2 pets', 'Ñame'].map(name)).toEqual(['cityOfBirth2', 'cityOfBirth2', 'item2Pets', 'name']);
});

test.each([
  ['schemas/forms/callTime.schema.json', 'note'],
  ['schemas/forms/contact.schema.json', 'viber'],
])('T06 in %s the question %s is required in one go without a problem', async (file, name) => {
  const { design, take, problems } = begin();
  const scratch = new Scratch(design);
  require(scratch, file, name, words('Answer this.'));
  take({ texts: scratch.changed });
  const { required, examples } = design.object(file) as { required: string[]; examples: object[] };
  expect(required).toContain(name);
  expect(examples.filter((example) => !Object.hasOwn(example, name))).toEqual([]);
  expect(await problems()).toEqual([]);
});
