import { beforeAll, describe, expect, test } from 'vitest';
import { autorun } from 'mobx';
import { compile, openRelease, type OpenRelease } from '../../../engine/compiler/index.ts';
import type { FormSchema, PropertySchema } from '../../../engine/config/form.ts';
import { createExplorer } from '../../../engine/explore/index.ts';
import { createRandom, fakeAnswers, fakeForm, faultyAnswers } from '../../../engine/fake/index.ts';
import { settle } from '../../../engine/form/applicability.ts';
import { checkForm } from '../../../engine/form/check.ts';
import { contextOf } from '../../../engine/form/context.ts';
import type { FormModule } from '../../../engine/form/types.ts';
import { FormSession } from '../../../engine/session/formSession.ts';
import { household, householdFiles } from '../compiler/fixtures/household.ts';
import { registry } from '../compiler/fixtures/registry.ts';

let open: OpenRelease;
let module: FormModule;
beforeAll(async () => {
  const { release } = await compile(householdFiles(), registry);
  open = await openRelease(release!);
  module = open.forms['household']!.module;
});

const surroundings = { answers: {}, session: {}, today: '2026-03-01', constants: {}, features: {} };
const settled = (answers: Record<string, unknown>) => settle(module, contextOf(surroundings, 'household', answers));
const problems = (answers: Record<string, unknown>) =>
  checkForm(module, contextOf(surroundings, 'household', answers)).map(({ path, code }) => `${path} ${code}`);

const right = { work: { isEmployed: false }, hasChildren: false, languages: ['English'] };
const ann = { name: 'Ann', birthDate: '2015-03-01', school: 'North' };
const ben = { name: 'Ben', birthDate: '2024-03-01' };
const withChildren = (...children: object[]) => ({ ...right, hasChildren: true, children });

const errorsOf = async (change: (form: FormSchema) => unknown) => {
  const form = structuredClone(household) as FormSchema;
  change(form);
  const { diagnostics } = await compile(householdFiles(form), registry);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`);
};
const childOf = (form: FormSchema) => form.properties['children']!.items!.properties!;

describe('R12 a condition inside an answer', () => {
  test('drops a part of an object and of an item', () => {
    expect(settled({ ...right, work: { isEmployed: false, company: 'Acme', since: '2020-01-01' } })['work']).toEqual({ isEmployed: false });
    expect(settled(withChildren(ann, { ...ben, school: 'South' }))['children']).toEqual([
      { ...ann, age: 11 },
      { ...ben, age: 2 },
    ]);
  });

  test('requires a part only while it applies', () => {
    expect(problems({ ...right, work: { isEmployed: true } })).toEqual(['/work/company required']);
    expect(problems(right)).toEqual([]);
    expect(problems(withChildren({ ...ann, school: undefined }, ben))).toEqual(['/children/0/school required']);
    expect(problems(withChildren(ann, ben))).toEqual([]);
  });

  test('checks a part that applies', () => {
    expect(problems({ ...right, work: { isEmployed: true, company: 'A'.repeat(21) } })).toEqual(['/work/company maxLength']);
  });

  test('may read an earlier answer of the form, but not a later one or the list itself', async () => {
    expect(await errorsOf((form) => (childOf(form)['school']!['x-when'] = 'form.hasChildren && self.age >= 6'))).toEqual([]);
    expect(await errorsOf((form) => (childOf(form)['birthDate']!['x-value'] = "has(self.school) ? '2020-01-01' : today"))).toContain(
      'condition-circle: The conditions of "children[].birthDate" and "children[].school" depend on each other.',
    );
    expect(await errorsOf((form) => (childOf(form)['school']!['x-when'] = 'form.languages.size() > 1'))).toEqual([
      'forward-reference: "children[].school" depends on "languages", which is asked later. Conditions and values can read only earlier answers.',
    ]);
    expect(await errorsOf((form) => (childOf(form)['school']!['x-when'] = 'form.children.size() > 1'))).toEqual([
      'forward-reference: "children[].school" depends on "children", which is asked later. Conditions and values can read only earlier answers.',
    ]);
  });

  test('is typed like any other', async () => {
    expect(await errorsOf((form) => (childOf(form)['school']!['x-when'] = "self.age > 'six'"))).toHaveLength(1);
    expect(await errorsOf((form) => (childOf(form)['school']!['x-when'] = 'self.agee > 6'))).toHaveLength(1);
  });
});

describe('R06 a derived part', () => {
  test('is computed for each item, whatever was sent', () => {
    expect(settled(withChildren({ ...ben, age: 99 }))['children']).toEqual([{ ...ben, age: 2 }]);
  });

  test('is empty while its source is wrong', () => {
    expect(settled(withChildren({ name: 'Ann', birthDate: '2015-02-30', age: 5 }))['children']).toEqual([
      { name: 'Ann', birthDate: '2015-02-30' },
    ]);
  });
});

describe('R12 a rule inside an answer', () => {
  test('names the part of the object or the item', () => {
    expect(problems({ ...right, work: { isEmployed: true, company: 'Acme', since: '2026-03-02' } })).toEqual(['/work/since inFuture']);
    expect(problems(withChildren(ann, { ...ann, birthDate: '2014-01-01' }))).toEqual(['/children/0/name twice', '/children/1/name twice']);
  });

  test('is compared by diff and has a text', async () => {
    expect(await errorsOf((form) => (form.properties['work']!['x-rules']![0]!.error = 'unsaid'))).toEqual(
      expect.arrayContaining([expect.stringContaining('forms.household.work.since.errors.unsaid')]),
    );
  });

  test('cannot name a part that is not there or that is computed', async () => {
    expect(await errorsOf((form) => (form.properties['work']!['x-rules']![0]!.at = 'sinse'))).toEqual([
      'unknown-field: There is no field "sinse" to show this error at.',
    ]);
    expect(await errorsOf((form) => (form.properties['children']!.items!['x-rules']![0]!.at = 'age'))).toContain(
      'misplaced-keyword: x-value computes "age", so nobody could correct it. Show the error at an answer that it is computed from.',
    );
  });
});

describe('R08 a choice', () => {
  const withChoice = (change: (work: PropertySchema) => unknown = () => undefined) => {
    const work: PropertySchema = {
      type: 'object',
      properties: { kind: { $ref: '../enums/sport.schema.json' } },
      required: ['kind'],
      oneOf: [
        { properties: { kind: { const: 'swim' }, pool: { type: 'string', maxLength: 9 } }, required: ['pool'] },
        { properties: { kind: { const: 'run' }, club: { type: 'string', maxLength: 9 }, shoes: { type: 'string' } }, required: ['club'] },
        { properties: { kind: { const: 'chess' }, club: { type: 'string', maxLength: 9 } }, required: ['club'] },
      ],
    };
    change(work);
    const form: FormSchema = {
      id: 'household',
      type: 'object',
      properties: { ...household.properties, work },
      required: household.required,
    };
    return compile(householdFiles(form, ['kind', 'pool', 'club', 'shoes']), registry);
  };

  test('asks for the properties of the chosen branch only', async () => {
    const { release } = await withChoice();
    const { household: form } = (await openRelease(release!)).forms;
    const check = (work: object) => {
      const context = contextOf(surroundings, 'household', { ...right, work });
      return [settle(form!.module, context)['work'], ...checkForm(form!.module, context).map(({ path, code }) => `${path} ${code}`)];
    };
    expect(check({ kind: 'swim', pool: 'North', club: 'Reds' })).toEqual([{ kind: 'swim', pool: 'North' }]);
    expect(check({ kind: 'run', pool: 'North', shoes: 'Nova' })).toEqual([{ kind: 'run', shoes: 'Nova' }, '/work/club required']);
    expect(check({ kind: 'chess', club: 'A'.repeat(10), shoes: 'Nova' })).toEqual([
      { kind: 'chess', club: 'A'.repeat(10) },
      '/work/club maxLength',
    ]);
    expect(check({ pool: 'North' })).toEqual([undefined, '/work required']);
  });

  test('has its mistakes where they are written', async () => {
    const { diagnostics } = await withChoice((work) => {
      work.oneOf![1]!.properties['shoes']!.pattern = '^([a-z]+)+$';
      work.oneOf![2]!.properties['club']!.maxLength = 10;
      work.oneOf![2]!.required = ['clubb'];
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/properties/work/oneOf/1/properties/shoes/pattern unsafe-pattern',
      '/properties/work/oneOf/2/properties/club unclear-choice',
      '/properties/work/oneOf/2/required/0 unknown-field',
    ]);
  });

  test('is refused if it is unclear', async () => {
    const messages = async (change: (work: PropertySchema) => unknown) =>
      (await withChoice(change)).diagnostics.flatMap(({ code, message }) => (code === 'unclear-choice' ? [message] : []));
    expect(await messages((work) => (work.properties!['pool'] = { type: 'string' }))).toEqual([
      '"pool" is asked for regardless of the choice. List it in one place.',
    ]);
    expect(await messages((work) => (work.oneOf![0]!.properties['pool']!['x-when'] = 'true'))).toEqual([
      'The choice already decides when "pool" applies. Put a further condition on a property of the form.',
    ]);
    expect(await messages((work) => (work.oneOf![0]!.properties['kind'] = {}))).toHaveLength(1);
  });
});

test.each([
  ['if', 'Give the property "x-when", or use "oneOf" with a "const" in each branch.'],
  ['dependentRequired', 'List the property in "required" and give it "x-when": "has(self.other)".'],
])('R08 %s is refused, and the message says how to write it', async (keyword, cure) => {
  const form = structuredClone(household) as FormSchema;
  Object.assign(form.properties['work']!, { [keyword]: {} });
  const { diagnostics } = await compile(householdFiles(form), registry);
  expect(diagnostics[0]).toMatchObject({ code: 'unknown-property', pointer: `/properties/work/${keyword}`, fix: cure });
});

describe('R12 fake answers and explore', () => {
  test('right answers fill lists with conditions, and wrong ones break each rule and limit inside', () => {
    const form = fakeForm(module, open.forms['household']!.schema, {}, open.conditions);
    const codes = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) {
      const random = createRandom(seed);
      const answers = fakeAnswers(form, { surroundings, random });
      expect(answers && problems(answers)).toEqual([]);
      for (const { breaks } of faultyAnswers(form, { surroundings, random }))
        codes.add(`${breaks.path.replace(/\d+/, 'n')} ${breaks.code}`);
    }
    expect([...codes]).toEqual(
      expect.arrayContaining([
        '/work/since inFuture',
        '/children/n/name twice',
        '/children/n/name pattern',
        '/languages/n pattern',
        '/languages maxItems',
      ]),
    );
  });

  test('check and explore find conditions and rules inside that never hold or never fail', async () => {
    const told = async (change: (form: FormSchema) => unknown = () => undefined) => {
      const form = structuredClone(household) as FormSchema;
      change(form);
      const { release, diagnostics } = await compile(householdFiles(form), registry);
      const found = release ? await createExplorer(registry).explore(release) : diagnostics;
      return found.filter(({ file }) => file.includes('household')).map(({ pointer, message }) => `${pointer}: ${message}`);
    };
    expect(await told()).toEqual([]);
    expect(await told((form) => (form.properties['children']!.items!['x-rules']![0]!.assert = "self.name != ''"))).toEqual([
      expect.stringContaining('/properties/children/items/x-rules/0/assert: The rule "twice" never fails'),
    ]);
    expect(await told((form) => (childOf(form)['school']!['x-when'] = "self.name == 'Ann' && self.name == 'Ben'"))).toEqual([
      expect.stringContaining('/properties/children/items/properties/school/x-when: Nobody is asked for "school"'),
    ]);
  });
});

describe('R01 a session', () => {
  const session = () =>
    new FormSession({
      definition: { schema: open.forms['household']!.schema, ui: open.forms['household']!.ui },
      module,
      surroundings: () => surroundings,
    });

  test('asks for a part only while it applies, and shows its computed answer', () => {
    const form = session();
    form.set('hasChildren', true);
    form.set('/children/0/birthDate', '2024-03-01');
    expect(form.value('/children/0/age')).toBe(2);
    expect(form.applies('/children/0/school')).toBe(false);
    form.set('/children/0/birthDate', '2015-03-01');
    expect(form.applies('/children/0/school')).toBe(true);
    expect(form.applies('/work/company')).toBe(false);
    form.set('/work/isEmployed', true);
    expect(form.applies('/work/company')).toBe(true);
    expect(form.attempt().map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/work/company required',
      '/children/0/name required',
      '/children/0/school required',
      '/languages required',
    ]);
  });

  test('a key press in one item tells only who reads it', () => {
    const form = session();
    form.set('hasChildren', true);
    form.set('/children/0/birthDate', '2015-03-01');
    const runs = { length: 0, applies: 0, other: 0 };
    const stops = [
      autorun(() => (form.length('/children'), runs.length++)),
      autorun(() => (form.applies('/children/0/school'), runs.applies++)),
      autorun(() => (form.problem('/children/1/name'), runs.other++)),
    ];
    for (const text of ['A', 'An', 'Ann']) form.set('/children/0/name', text);
    for (const stop of stops) stop();
    expect(runs).toEqual({ length: 1, applies: 1, other: 1 });
  });

  test('moves, adds and removes items together with their problems', () => {
    const form = session();
    form.set('hasChildren', true);
    form.set('/children/0/name', 'ann');
    form.set('/children/1/name', 'Ben');
    form.blur('/children/0/name');
    expect(form.problem('/children/0/name')?.code).toBe('pattern');
    form.arrange('/children', [1, 0]);
    expect(form.value('/children')).toEqual([{ name: 'Ben' }, { name: 'ann' }]);
    expect(form.problem('/children/0/name')).toBeUndefined();
    expect(form.problem('/children/1/name')?.code).toBe('pattern');
    form.arrange('/children', [0, 1, -1]);
    expect(form.value('/children')).toEqual([{ name: 'Ben' }, { name: 'ann' }, {}]);
    form.arrange('/children', [1]);
    expect(form.value('/children')).toEqual([{ name: 'ann' }]);
    expect(form.problem('/children/0/name')?.code).toBe('pattern');
  });

  test('R02 a list of texts loses its blank items on Next', () => {
    const form = session();
    form.arrange('/languages', [-1, -1]);
    form.set('/languages/1', 'english');
    form.attempt();
    expect(form.value('/languages')).toEqual(['english']);
    expect(form.problem('/languages/0')?.code).toBe('pattern');
  });
});
