import { describe, expect, test } from 'vitest';
import type { MigrationStep } from '../../../engine/config/carryOver.ts';
import type { Answers } from '../../../engine/config/definitions.ts';
import { chooseSteps, keepingSteps, migrate } from '../../../engine/migrate/index.ts';
import { emptyExpressions, expressionModule } from '../../../engine/compiler/release/expressionModule.ts';
import { loadExpressions } from '../../../engine/compiler/release/loadPart.ts';

const answers: Answers = {
  work: { income: 'low', sector: 'farm', title: 'Cook' },
  contact: { people: [{ name: 'Bo', age: 12, phone: '1' }, { name: 'Cy', age: 40, phone: '2' }, { name: 'Di' }] },
  home: {
    rooms: [
      { kind: 'bed', beds: [{ size: 90 }, { size: 140 }] },
      { kind: 'hall', beds: [{ size: 90 }] },
    ],
  },
  'proof:1': { kind: 'paper' },
  'proof:2': { kind: 'photo' },
};
const anything = {};
const scope = {
  work: anything,
  contact: anything,
  home: anything,
  proof: anything,
  self: anything,
  form: anything,
  itemNumber: { type: 'integer' },
};

const compiled = (sources: readonly string[]) =>
  loadExpressions(
    expressionModule(
      sources.map((source) => ({ source, scope })),
      {},
    ) ?? emptyExpressions,
  );

const conditionsOf = (steps: readonly MigrationStep[]) =>
  steps.flatMap((step) => Object.values(step).flatMap(({ when }: { when?: string }) => when ?? []));

async function chosen(...migrations: MigrationStep[][]) {
  const expressions = await compiled(migrations.flatMap(conditionsOf));
  return chooseSteps({
    flow: 'join',
    answers,
    migrations: migrations.map((steps, index) => ({ id: `m${index}`, steps })),
    expressions,
    report: (error) => {
      throw error;
    },
  });
}

const after = async (...steps: MigrationStep[]) => migrate('join', { answers, places: [] }, await chosen(steps));

describe('R12 a step with `when`', () => {
  test('applies where the old answers say so, and not otherwise', async () => {
    const map = (when: string): MigrationStep => ({ mapCode: { form: 'work', field: 'income', codes: { low: 'small' }, when } });
    expect((await after(map("work.sector == 'farm'"))).answers['work']).toMatchObject({ income: 'small' });
    expect((await after(map("work.sector == 'bank'"))).answers['work']).toMatchObject({ income: 'low' });
    expect((await after(map("self.sector == 'farm' && form.title == 'Cook'"))).answers['work']).toMatchObject({ income: 'small' });
  });

  test('does nothing where it reads an answer that nobody gave', async () => {
    expect((await after({ drop: { form: 'work', when: "work.bank != 'x'" } })).answers).toEqual(answers);
  });

  test('reads the answers as the migration found them, whatever its earlier steps did', async () => {
    const { answers: now } = await after(
      { mapCode: { form: 'work', field: 'sector', codes: { farm: 'land' } } },
      { rename: { form: 'work', field: 'income', to: 'pay' } },
      { rename: { form: 'work', to: 'job' } },
      { mapCode: { form: 'job', field: 'pay', codes: { low: 'small' }, when: "self.sector == 'farm' && work.income == 'low'" } },
    );
    expect(now['job']).toEqual({ pay: 'small', sector: 'land', title: 'Cook' });
  });

  test('reads in a later migration what the earlier one left', async () => {
    const steps = await chosen(
      [{ mapCode: { form: 'work', field: 'sector', codes: { farm: 'land' } } }],
      [{ drop: { form: 'work', field: 'title', when: "work.sector == 'land'" } }],
    );
    expect(migrate('join', { answers, places: [] }, steps).answers['work']).toEqual({ income: 'low', sector: 'land' });
    // The steps that keep a confirmation are chosen by the same answers.
    expect(migrate('join', { answers, places: [] }, keepingSteps(steps)).answers['work']).toEqual({ income: 'low', sector: 'farm' });
  });

  test('follows an answer that was moved to another form', async () => {
    const { answers: now } = await after(
      { move: { form: 'work', field: 'title', toForm: 'contact', to: 'role' } },
      { mapCode: { form: 'contact', field: 'role', codes: { Cook: 'chef' }, when: "self.income == 'low'" } },
    );
    expect(now['contact']).toMatchObject({ role: 'chef' });
  });

  test.each<[string, MigrationStep]>([
    ['a rename', { rename: { form: 'work', field: 'title', to: 'role', when: 'TEST' } }],
    ['a rename of a form', { rename: { form: 'work', to: 'job', when: 'TEST' } }],
    ['a move', { move: { form: 'work', field: 'title', toForm: 'contact', when: 'TEST' } }],
    ['a default', { default: { form: 'work', field: 'years', value: 0, when: 'TEST' } }],
    ['a drop', { drop: { form: 'work', field: 'title', when: 'TEST' } }],
    ['a question anew', { askAgain: { form: 'work', when: 'TEST' } }],
  ])('chooses for %s', async (_name, step) => {
    const withTest = (when: string) => JSON.parse(JSON.stringify(step).replace('TEST', when)) as MigrationStep;
    const none = await after(withTest("work.sector == 'bank'"));
    expect(none).toMatchObject({ answers, askedAgain: [] });
    expect(none.answers).toEqual(answers);
    expect((await after(withTest("work.sector == 'farm'"))).answers).not.toEqual(answers);
  });

  test('chooses whether a step of the flow has a new name', async () => {
    const rename = (when: string): MigrationStep => ({ renameStep: { flow: 'join', step: 'work', to: 'job', when } });
    expect((await after(rename("work.sector == 'farm'"))).stepNames).toEqual({ work: 'job' });
    expect((await after(rename("work.sector == 'bank'"))).stepNames).toEqual({});
  });
});

describe('R12 a step inside a list', () => {
  test('chooses for each item', async () => {
    const { answers: now } = await after({ drop: { form: 'contact', field: 'people.phone', when: 'self.age < 18' } });
    expect(now['contact']).toEqual({ people: [{ name: 'Bo', age: 12 }, { name: 'Cy', age: 40, phone: '2' }, { name: 'Di' }] });
  });

  test('chooses for each item of a list inside a list', async () => {
    const { answers: now } = await after({ rename: { form: 'home', field: 'rooms.beds.size', to: 'width', when: 'self.size < 100' } });
    expect(now['home']).toEqual({
      rooms: [
        { kind: 'bed', beds: [{ width: 90 }, { size: 140 }] },
        { kind: 'hall', beds: [{ width: 90 }] },
      ],
    });
  });

  test('asks again only if an item needs it', async () => {
    const ask = (when: string): MigrationStep => ({ askAgain: { form: 'contact', field: 'people.email', when } });
    expect((await after(ask('self.age < 18'))).askedAgain).toEqual([{ form: 'contact', field: 'people' }]);
    expect((await after(ask('self.age < 10'))).askedAgain).toEqual([]);
  });

  test('moves what was sent back only at the items it changes', async () => {
    const steps = await chosen([{ rename: { form: 'contact', field: 'people.phone', to: 'mobile', when: 'self.age < 18' } }]);
    const places = [0, 1].map((item) => ({ form: 'contact', field: 'people', part: `/${item}/phone` }));
    expect(migrate('join', { answers, places }, steps).places.map((place) => place?.part)).toEqual(['/0/mobile', '/1/phone']);
  });

  test('chooses for each turn of a step that asks about each item', async () => {
    const { answers: now } = await after({
      mapCode: {
        form: 'proof',
        field: 'kind',
        codes: { paper: 'print', photo: 'picture' },
        when: 'itemNumber == 2 && proof[0].kind == "paper"',
      },
    });
    expect([now['proof:1'], now['proof:2']]).toEqual([{ kind: 'paper' }, { kind: 'picture' }]);
  });
});
