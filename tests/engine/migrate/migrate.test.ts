import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CarryOver, MigrationStep } from '../../../engine/config/carryOver.ts';
import type { Answers } from '../../../engine/config/definitions.ts';
import { keepingSteps, migrate, pendingMigrations } from '../../../engine/migrate/index.ts';

const answers: Answers = {
  work: { income: 'low', title: 'Cook', tools: ['pan', 'knife'] },
  contact: { people: [{ name: 'Bo', phone: '1' }, { name: 'Cy' }] },
  home: { rooms: [{ beds: [{ size: 90 }, { size: 140 }] }, { beds: [] }, {}] },
};
const places = [
  { form: 'work', field: 'income' },
  { form: 'contact', field: 'people' },
];
const after = (...steps: MigrationStep[]) => migrate('onboarding', { answers, places }, steps);

test('R12 a step applies to the answers about each item of a list, and to what was sent back there', () => {
  const aboutItems: Answers = { 'proof:1': { age: 'old' }, 'proof:3': { age: 'new' }, proofs: { age: 'x' } };
  const sentBack = [{ form: 'proof:3', field: 'age' }];
  const migrated = (step: MigrationStep) => migrate('onboarding', { answers: aboutItems, places: sentBack }, [step]);
  expect(migrated({ rename: { form: 'proof', field: 'age', to: 'years' } })).toMatchObject({
    answers: { 'proof:1': { years: 'old' }, 'proof:3': { years: 'new' }, proofs: { age: 'x' } },
    places: [{ form: 'proof:3', field: 'years' }],
  });
  expect(migrated({ rename: { form: 'proof', to: 'details' } })).toMatchObject({
    answers: { 'details:1': { age: 'old' }, 'details:3': { age: 'new' } },
    places: [{ form: 'details:3', field: 'age' }],
  });
  expect(migrated({ askAgain: { form: 'proof', field: 'age' } }).askedAgain).toEqual([
    { form: 'proof:1', field: 'age' },
    { form: 'proof:3', field: 'age' },
  ]);
});

describe('a step', () => {
  const cases: [string, MigrationStep, Answers][] = [
    [
      'renames an answer',
      { rename: { form: 'work', field: 'income', to: 'earnings' } },
      { ...answers, work: { earnings: 'low', title: 'Cook', tools: ['pan', 'knife'] } },
    ],
    [
      'renames in every item of a list',
      { rename: { form: 'contact', field: 'people.phone', to: 'mobile' } },
      { ...answers, contact: { people: [{ name: 'Bo', mobile: '1' }, { name: 'Cy' }] } },
    ],
    [
      'R12 renames in lists inside lists',
      { rename: { form: 'home', field: 'rooms.beds.size', to: 'width' } },
      { ...answers, home: { rooms: [{ beds: [{ width: 90 }, { width: 140 }] }, { beds: [] }, {}] } },
    ],
    [
      'R12 drops in lists inside lists',
      { drop: { form: 'home', field: 'rooms.beds.size' } },
      { ...answers, home: { rooms: [{ beds: [{}, {}] }, { beds: [] }, {}] } },
    ],
    [
      'renames a form',
      { rename: { form: 'work', to: 'job' } },
      { job: answers['work'] ?? {}, contact: answers['contact'] ?? {}, home: answers['home'] ?? {} },
    ],
    [
      'moves an answer to another form',
      { move: { form: 'work', field: 'title', toForm: 'contact', to: 'role' } },
      { ...answers, work: { income: 'low', tools: ['pan', 'knife'] }, contact: { ...answers['contact'], role: 'Cook' } },
    ],
    [
      'maps a code',
      { mapCode: { form: 'work', field: 'income', codes: { low: 'small' } } },
      { ...answers, work: { ...answers['work'], income: 'small' } },
    ],
    [
      'maps the codes of a list',
      { mapCode: { form: 'work', field: 'tools', codes: { pan: 'pot' } } },
      { ...answers, work: { ...answers['work'], tools: ['pot', 'knife'] } },
    ],
    ['leaves a code that it does not name', { mapCode: { form: 'work', field: 'income', codes: { high: 'big' } } }, answers],
    [
      'gives a default where nothing was answered',
      { default: { form: 'work', field: 'years', value: 0 } },
      { ...answers, work: { ...answers['work'], years: 0 } },
    ],
    ['gives no default where something was', { default: { form: 'work', field: 'income', value: 'x' } }, answers],
    ['gives no default to a form that nobody has come to', { default: { form: 'bank', field: 'bank', value: 'x' } }, answers],
    ['drops an answer', { drop: { form: 'work', field: 'tools' } }, { ...answers, work: { income: 'low', title: 'Cook' } }],
    ['drops a form', { drop: { form: 'work' } }, { contact: answers['contact'] ?? {}, home: answers['home'] ?? {} }],
    [
      'asks an answer again',
      { askAgain: { form: 'work', field: 'income' } },
      { ...answers, work: { title: 'Cook', tools: ['pan', 'knife'] } },
    ],
    ['changes nothing where there is nothing of the name', { rename: { form: 'bank', field: 'income', to: 'x' } }, answers],
  ];
  test.each(cases)('%s', (_name, step, expected) => {
    expect(after(step).answers).toEqual(expected);
    expect(migrate('onboarding', { answers: expected, places: [] }, [step]).answers, 'taken twice').toEqual(expected);
  });
});

test('a correction follows its answer and is removed with it', () => {
  const rename: MigrationStep = { rename: { form: 'work', field: 'income', to: 'pay' } };
  expect(after(rename).places[0]).toEqual({ form: 'work', field: 'pay' });
  expect(after(rename, { move: { form: 'work', field: 'pay', toForm: 'contact' } }).places[0]).toEqual({ form: 'contact', field: 'pay' });
  expect(after(rename, { rename: { form: 'work', to: 'job' } }).places[0]).toEqual({ form: 'job', field: 'pay' });
  expect(after({ drop: { form: 'work', field: 'income' } }).places).toEqual([undefined, places[1]]);
});

test('R12 a correction of a part follows the part and is removed with it', () => {
  const phone = { form: 'contact', field: 'people', part: '/1/phone' };
  const follow = (...steps: MigrationStep[]) => migrate('onboarding', { answers, places: [phone] }, steps).places[0];
  expect(follow({ rename: { form: 'contact', field: 'people.phone', to: 'mobile' } })).toEqual({ ...phone, part: '/1/mobile' });
  expect(follow({ rename: { form: 'contact', field: 'people.name', to: 'called' } })).toEqual(phone);
  expect(follow({ rename: { form: 'contact', field: 'people', to: 'persons' } })).toEqual({ ...phone, field: 'persons' });
  expect(follow({ drop: { form: 'contact', field: 'people.phone' } })).toBeUndefined();
  expect(follow({ drop: { form: 'contact', field: 'people' } })).toBeUndefined();
});

test('only people who had answered are notified', () => {
  expect(
    after({ askAgain: { form: 'work', field: 'income' } }, { rename: { form: 'work', field: 'income', to: 'pay' } }).askedAgain,
  ).toEqual([{ form: 'work', field: 'pay' }]);
  expect(after({ askAgain: { form: 'bank' } }).askedAgain).toEqual([]);
});

test('steps of a flow are renamed by several migrations, those of other flows are not', () => {
  const step = (flow: string, from: string, to: string): MigrationStep => ({ renameStep: { flow, step: from, to } });
  expect(after(step('onboarding', 'work', 'job'), step('onboarding', 'job', 'income'), step('other', 'income', 'x')).stepNames).toEqual({
    work: 'income',
  });
});

test('only unchanged answers keep a confirmation', () => {
  const steps: MigrationStep[] = [
    { rename: { form: 'work', field: 'income', to: 'pay' } },
    { mapCode: { form: 'work', field: 'pay', codes: { low: 'small' } } },
    { mapCode: { form: 'work', field: 'pay', codes: { low: 'little' }, sameMeaning: true } },
    { default: { form: 'work', field: 'years', value: 0 } },
    { drop: { form: 'work', field: 'tools' } },
    { askAgain: { form: 'work', field: 'title' } },
  ];
  expect(keepingSteps(steps)).toEqual([steps[0], steps[2], steps[4]]);
});

describe('the migrations between two releases', () => {
  const [a, b, c] = ['first', 'second', 'third'].map((id) => ({ id, steps: [{ rename: { form: 'work', field: id, to: 'x' } }] }));
  const upTo = (...migrations: (typeof a)[]): CarryOver => ({ migrations: migrations.flatMap((each) => each ?? []) });

  test("are those newer than the draft's release, in order, even across several releases", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), (from, to) => {
        const all = [a, b, c];
        const ids = pendingMigrations('0', upTo(...all.slice(0, from)), upTo(...all.slice(0, to))).migrations.map(({ id }) => id);
        expect(ids).toEqual(['first', 'second', 'third'].slice(from, Math.max(from, to)));
      }),
    );
  });

  test('may be limited to drafts of certain releases', () => {
    const next: CarryOver = { migrations: [{ id: 'one', from: ['aaaaaaaaaaaaaaaa'], policy: 'restart' }] };
    expect(pendingMigrations('aaaaaaaaaaaaaaaa', undefined, next).otherwise).toBe('restart');
    expect(pendingMigrations('bbbbbbbbbbbbbbbb', undefined, next)).toEqual({ migrations: [], steps: [] });
  });
});
