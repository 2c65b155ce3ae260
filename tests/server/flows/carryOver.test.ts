import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CarryOver, Migration, MigrationStep } from '../../../engine/config/carryOver.ts';
import type { EnumSchema, FormSchema } from '../../../engine/config/form.ts';
import type { FormUi } from '../../../engine/config/formUi.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { compare } from '../../../engine/cli/compare.ts';
import { rehearse } from '../../../server/platform/flows/rehearse.ts';
import { registry } from '../../../server/registry.ts';
import { releaseStore } from '../../../server/platform/release/store.ts';
import { auditRows } from '../support/auditRows.ts';
import { withField, withFlow, withStep, withWords } from '../support/edits.ts';
import { journey, type Journey } from '../support/journey.ts';
import { ownNumbers } from '../support/lending.ts';
import { releaseOf } from '../../support/compiled.ts';
import { edited, newBorrower, sessionFor, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

type Files = readonly SourceFile[];

const shipped = shippedFiles();
let server: ProductApp;
beforeAll(async () => {
  server = await startProduct({ files: shipped });
});
beforeEach(async () => void (await server.publish(shipped)));
afterAll(() => server.close());

async function borrowerAt(step: string): Promise<Journey> {
  const borrower = await journey(server, await newBorrower(server));
  await borrower.walkTo(step, ownNumbers());
  return borrower;
}

const withMigration = (files: Files, id: string, steps: MigrationStep[], policy?: Migration['policy']): SourceFile[] =>
  edited<CarryOver>(files, 'flows/carryOver.json', ({ migrations }) => void migrations.push({ id, steps, ...(policy && { policy }) }));

/** Renames an answer everywhere: in the schema, layout, texts and conditions of its form. */
function withRenamed(files: Files, form: string, from: string, to: string): SourceFile[] {
  const rename = (name: string) => (name === from ? to : name);
  const keys = <T>(values: Record<string, T>) => Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
  const schemas = edited<FormSchema>(files, `schemas/forms/${form}.schema.json`, (value) => {
    value.properties = keys(value.properties);
    value.required = (value.required ?? []).map(rename);
    delete value.examples;
  });
  const layouts = edited<FormUi>(schemas, `schemas/forms/${form}.ui.json`, (value) => {
    value.order = value.order.map(rename);
    value.fields = keys(value.fields);
  });
  return ['en', 'hi', 'fil'].reduce(
    (all, language) =>
      edited<Record<string, Record<string, unknown>>>(
        all,
        `locales/${language}/forms.json`,
        (words) => void (words[form] = keys(words[form] ?? {})),
      ),
    layouts,
  );
}

const withoutCode = (files: Files, code: string): SourceFile[] =>
  ['en', 'hi', 'fil'].reduce(
    (all, language) =>
      edited<Record<string, Record<string, string>>>(all, `locales/${language}/enums.json`, ({ industry }) => void delete industry?.[code]),
    edited<EnumSchema>(
      files,
      'schemas/enums/industry.schema.json',
      (value) => void (value.enum = value.enum.filter((each) => each !== code)),
    ),
  );

const rename: MigrationStep = { rename: { form: 'work', field: 'professionalTitle', to: 'jobTitle' } };
const renamed = (files: Files) => withRenamed(files, 'work', 'professionalTitle', 'jobTitle');
const nightShifts = (files: Files) =>
  withField(files, 'work', 'nightShifts', {
    schema: { type: 'integer', minimum: 0, maximum: 7 },
    required: true,
    words: { label: 'Night shifts a week', errors: { required: 'Enter your night shifts.' } },
  });

/** A new industry to choose, and a question that follows it. */
function newChoice(files: Files): SourceFile[] {
  const coded = edited<EnumSchema>(files, 'schemas/enums/industry.schema.json', (value) => void value.enum.push('games'));
  return withField(withWords(coded, 'enums', ['industry', 'games'], 'Games'), 'work', 'gameName', {
    schema: { type: 'string', maxLength: 20, 'x-when': "has(self.industry) && self.industry == 'games'" },
    required: true,
    words: { label: 'Name of your game', errors: { required: 'Enter the name of your game.' } },
  });
}

const auditOf = async (borrower: Journey) =>
  (await auditRows(server.deps.db).select(['action', 'detail']).where('subject', '=', `customer:${borrower.customerId}`).execute()).filter(
    ({ action }) => action.startsWith('draft.'),
  );

describe('a draft begun under an older release', () => {
  test('keeps its position and confirmations when an answer is renamed', async () => {
    const borrower = await borrowerAt('review');
    const { revision, answers } = borrower.snapshot;
    const { hash } = await server.publish(withMigration(renamed(shipped), 'jobTitle', [rename]));
    await borrower.get();
    expect(borrower.snapshot).toMatchObject({ release: hash, revision: revision + 1, position: { step: { id: 'review' } } });
    expect(borrower.snapshot.answers['work']).toMatchObject({ jobTitle: answers['work']?.['professionalTitle'] });
    expect(borrower.snapshot.answers['work']).not.toHaveProperty('professionalTitle');
    expect(borrower.snapshot.notices).toBeUndefined();
    await borrower.save('review', {});
    expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted' });
    expect(await auditOf(borrower)).toMatchObject([{ action: 'draft.migrated' }]);
  });

  test('K04 keeps its release when the step that it has answered is rolled back, and is rehearsed so', async () => {
    const pets = await server.publish(withStep(shipped, 'pets', 'work'));
    const borrower = await borrowerAt('pets');
    await borrower.save('pets', { petName: 'Bantay' });
    const { hash } = await server.publish(shipped);
    expect(await borrower.get()).toMatchObject({
      release: pets.hash,
      position: { step: { id: 'work' } },
      answers: { pets: { petName: 'Bantay' } },
    });
    const next = await server.releases.get(hash);
    if (!next) throw new Error('the release is gone');
    expect((await rehearse(server.deps, { next, releaseOf: (each) => server.releases.get(each) })).pinned).toBeGreaterThan(0);
    // A migration of another form does not affect these answers.
    await server.publish(withMigration(renamed(shipped), 'jobTitle', [rename]));
    expect(await borrower.get()).toMatchObject({ release: pets.hash });
  });

  test('stays confirmed after the review when only a field is renamed', async () => {
    const borrower = await borrowerAt('review');
    await borrower.save('review', {});
    await server.publish(withMigration(renamed(shipped), 'jobTitle', [rename]));
    await borrower.get();
    expect(borrower.snapshot.position).toMatchObject({ complete: true });
    expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted' });
  });

  test('runs all migrations in order when releases were skipped, also on another device', async () => {
    const borrower = await borrowerAt('contact');
    const second = withMigration(renamed(shipped), 'jobTitle', [rename]);
    const third = withMigration(withRenamed(second, 'work', 'jobTitle', 'occupation'), 'occupation', [
      { rename: { form: 'work', field: 'jobTitle', to: 'occupation' } },
    ]);
    await server.publish(second);
    await server.publish(third);
    const elsewhere = await journey(server, { ...borrower, headers: await sessionFor(server.deps, borrower.customerId) });
    expect(elsewhere.snapshot.answers['work']).toHaveProperty('occupation');
    expect(elsewhere.snapshot.position.step).toMatchObject({ id: 'contact' });
    // A device that was filled in under the first release asks for the migrations since.
    const begun = borrower.snapshot.release;
    const url = `/api/flows/onboarding/carry-over?from=${begun}`;
    const way = (await server.app.inject({ method: 'GET', url, headers: borrower.headers })).json<{
      release: string;
      steps: MigrationStep[];
    }>();
    expect(way).toMatchObject({
      release: elsewhere.snapshot.release,
      steps: [rename, { rename: { field: 'jobTitle', to: 'occupation' } }],
    });
    await borrower.get();
    expect(borrower.snapshot).toEqual(elsewhere.snapshot);
    expect(await auditOf(borrower)).toHaveLength(1);
  });

  test('has its code mapped and must be confirmed, unless the code means the same', async () => {
    const [first, second] = [await borrowerAt('contact'), await borrowerAt('contact')];
    const { industry } = first.snapshot.answers['work'] as { industry: string };
    const map = (sameMeaning: boolean): MigrationStep => ({
      mapCode: { form: 'work', field: 'industry', codes: { [industry]: 'otherIndustry' }, sameMeaning },
    });
    const fewer = withWords(
      edited<EnumSchema>(
        withoutCode(shipped, industry),
        'schemas/enums/industry.schema.json',
        (value) => void value.enum.push('otherIndustry'),
      ),
      'enums',
      ['industry', 'otherIndustry'],
      'Some other industry',
    );
    const bare = edited<FormSchema>(fewer, 'schemas/forms/work.schema.json', (value) => void delete value.examples);
    await server.publish(withMigration(bare, 'mapped', [map(false)]));
    await first.get();
    expect(first.snapshot.answers['work']).toMatchObject({ industry: 'otherIndustry' });
    expect(first.snapshot.position.step).toMatchObject({ id: 'work', status: 'unconfirmed' });
    await server.publish(withMigration(bare, 'renamedCode', [map(true)]));
    await second.get();
    expect(second.snapshot.position.step).toMatchObject({ id: 'contact' });
  });

  test('R12 has its steps chosen by its old answers, as a draft and as a complete profile', async () => {
    const [farmer, other, complete] = [await borrowerAt('contact'), await borrowerAt('contact'), await borrowerAt('review')];
    await complete.save('review', {});
    const { industry } = farmer.snapshot.answers['work'] as { industry: string };
    await other.save('work', { ...(await other.soundAnswers('work')), industry: industry === 'agriculture' ? 'retail' : 'agriculture' });
    const isIndustry = `work.industry == '${industry}'`;
    const { hash } = await server.publish(
      withMigration(nightShifts(renamed(shipped)), 'nights', [
        rename,
        { askAgain: { form: 'work', field: 'nightShifts', when: `self.industry == '${industry}'` } },
        { default: { form: 'work', field: 'nightShifts', value: 0, when: `!(${isIndustry})` } },
      ]),
    );
    for (const borrower of [farmer, other, complete]) {
      const url = `/api/flows/onboarding/carry-over?from=${borrower.snapshot.release}`;
      await borrower.get();
      expect(borrower.snapshot.release).toBe(hash);
      expect(borrower.snapshot.answers['work']).toHaveProperty('jobTitle');
      const way = (await server.app.inject({ method: 'GET', url, headers: borrower.headers })).json<Record<string, unknown>>();
      expect(way).toMatchObject({ steps: [], migrations: [{ id: 'nights' }] });
      const module = await server.app.inject({ method: 'GET', url: String(way['expressions']) });
      expect(module.body).toContain(JSON.stringify(`!(${isIndustry})`));
    }
    const asked = { position: { step: { id: 'work', status: 'wrong' } }, notices: [{ form: 'work', field: 'nightShifts' }] };
    expect(farmer.snapshot).toMatchObject(asked);
    expect(complete.snapshot).toMatchObject(asked);
    expect(other.snapshot.answers['work']).toMatchObject({ nightShifts: 0 });
    expect(other.snapshot.position.step).toMatchObject({ id: 'work', status: 'unconfirmed' });
  });

  test('asks for a newly required answer with the reason, until it is given', async () => {
    const borrower = await borrowerAt('review');
    const { hash } = await server.publish(
      withMigration(nightShifts(shipped), 'nights', [{ askAgain: { form: 'work', field: 'nightShifts' } }]),
    );
    await borrower.get();
    expect(borrower.snapshot).toMatchObject({
      release: hash,
      position: { step: { id: 'work', status: 'wrong' } },
      notices: [{ form: 'work', field: 'nightShifts', reason: 'changed' }],
    });
    await borrower.save('work', { ...(await borrower.soundAnswers('work')), nightShifts: 2 });
    expect(borrower.snapshot.notices).toBeUndefined();
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'review' });
  });

  test('takes a default for a newly required answer and asks to confirm it', async () => {
    const borrower = await borrowerAt('review');
    await server.publish(withMigration(nightShifts(shipped), 'nights', [{ default: { form: 'work', field: 'nightShifts', value: 0 } }]));
    await borrower.get();
    expect(borrower.snapshot.answers['work']).toMatchObject({ nightShifts: 0 });
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'work', status: 'unconfirmed' });
  });

  test('loses a step whose answers are dropped and gets a new step', async () => {
    const withPets = withStep(shipped, 'pets', 'work');
    await server.publish(withPets);
    const borrower = await journey(server, await newBorrower(server));
    await borrower.walkTo('pets');
    await borrower.save('pets', { petName: 'Bantay' });
    await borrower.walkTo('contact');
    await server.publish(withMigration(withStep(shipped, 'hobby', 'contact'), 'noPets', [{ drop: { form: 'pets' } }]));
    await borrower.get();
    expect(borrower.snapshot.answers).not.toHaveProperty('pets');
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'hobby' });
    expect(borrower.snapshot.position.path.filter(({ status }) => status === 'done').map(({ id }) => id)).toContain('work');
  });

  test('keeps the confirmation of a renamed step', async () => {
    const borrower = await borrowerAt('contact');
    const other = withFlow(shipped, ({ steps }) => {
      for (const step of steps) if (step.id === 'work') step.id = 'job';
    });
    await server.publish(withMigration(other, 'job', [{ renameStep: { flow: 'onboarding', step: 'work', to: 'job' } }]));
    await borrower.get();
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'contact' });
  });

  test('stays under its release when the migrations leave an answer without a field, and can continue there', async () => {
    const borrower = await borrowerAt('review');
    const begun = borrower.snapshot;
    await server.publish(withMigration(nightShifts(renamed(shipped)), 'jobTitle', [rename]));
    expect(await borrower.get()).toEqual(begun);
    await borrower.save('review', {});
    expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted' });
  });

  test('restarts if the policy says so, but not once finished', async () => {
    const [draft, finished] = [await borrowerAt('contact'), await borrowerAt('review')];
    await finished.save('review', {});
    const { hash } = await server.publish(withMigration(nightShifts(shipped), 'anew', [], 'restart'));
    await draft.get();
    expect(draft.snapshot).toMatchObject({
      release: hash,
      answers: {},
      position: { step: { id: 'identity' } },
      notices: [{ form: 'identity', reason: 'restarted' }],
    });
    expect(await auditOf(draft)).toMatchObject([{ action: 'draft.restarted' }]);
    expect((await finished.get()).release).not.toBe(hash);
    expect(finished.snapshot.position.complete).toBe(true);
  });

  test('restarts if the publisher said so, also after a release without a policy', async () => {
    const borrower = await borrowerAt('contact');
    const release = await releaseOf(nightShifts(shipped));
    await server.table.save(release, 'test');
    await server.table.activate(release.hash, 'test', 'publish', 'restart');
    const last = await server.publish(withWords(nightShifts(shipped), 'forms', ['work', 'title'], 'Job'));
    await borrower.get();
    expect(borrower.snapshot).toMatchObject({ release: last.hash, answers: {}, position: { step: { id: 'identity' } } });
  });

  test('keeps its corrections at their answers', async () => {
    const borrower = await borrowerAt('review');
    await server.deps.db
      .updateTable('flow_states')
      .set({ corrections: JSON.stringify([{ form: 'work', field: 'professionalTitle', reason: 'wrong' }]) })
      .where('customer_id', '=', borrower.customerId)
      .execute();
    await server.publish(withMigration(renamed(shipped), 'jobTitle', [rename]));
    await borrower.get();
    expect(borrower.snapshot.corrections).toEqual([{ form: 'work', field: 'jobTitle', reason: 'wrong' }]);
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'work', status: 'sentBack' });
  });

  test('is not moved back by a rollback', async () => {
    const borrower = await borrowerAt('contact');
    const { hash } = await server.publish(withMigration(renamed(shipped), 'jobTitle', [rename]));
    await borrower.get();
    await server.publish(shipped);
    expect((await borrower.get()).release).toBe(hash);
    await borrower.save('contact', await borrower.soundAnswers('contact'));
  });
});

test('a preview shows the effect on all drafts with the same decision and changes nothing', async () => {
  const one = await startProduct({ files: shipped });
  const walked = async (step: string) => {
    const borrower = await journey(one, await newBorrower(one));
    await borrower.walkTo(step, ownNumbers());
    return borrower;
  };
  const [early, late, done] = [await walked('work'), await walked('contact'), await walked('review')];
  await done.save('review', {});
  const rehearsed = async (files: Files, policy?: 'pin' | 'restart') => {
    const store = releaseStore(
      one.table,
      async () => {},
      (next, releaseOf) => rehearse(one.deps, { next, releaseOf, policy }),
    );
    return store.rehearse?.(await releaseOf(files), policy);
  };
  const asked: MigrationStep = { askAgain: { form: 'work', field: 'nightShifts' } };
  const none = { held: 0, migrated: 0, askedAgain: 0, restarted: 0, pinned: 0, unmet: {} };
  const copy = withWords(shipped, 'forms', ['work', 'title'], 'Job');
  expect(await rehearsed(copy)).toEqual({ ...none, held: 3 });
  expect(await rehearsed(nightShifts(shipped))).toEqual({ ...none, held: 1, pinned: 2 });
  expect(await rehearsed(nightShifts(shipped), 'restart')).toEqual({ ...none, held: 1, restarted: 1, pinned: 1 });
  expect(await rehearsed(withMigration(nightShifts(shipped), 'nights', [asked]))).toEqual({ ...none, migrated: 3, askedAgain: 2 });
  expect(await rehearsed(withMigration(nightShifts(renamed(shipped)), 'jobTitle', [rename]))).toEqual({
    ...none,
    migrated: 1,
    pinned: 2,
    unmet: { 'work.nightShifts': 2 },
  });
  // What only new answers ask for breaks no draft, so `publish` accepts it.
  const forGames = newChoice(shipped);
  expect(await rehearsed(forGames)).toEqual({ ...none, held: 3 });
  expect(compare({ files: shipped }, { files: forGames }, { registry }).open).toEqual([]);
  for (const borrower of [early, late, done]) {
    const before = borrower.snapshot;
    expect(await borrower.get()).toEqual(before);
  }
  await one.close();
}, 120_000);
