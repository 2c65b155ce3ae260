import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EnumSchema, FormSchema } from '../../../engine/config/form.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import type { ScreenTicket } from '../../../server/contract/schemas.ts';
import { releaseService } from '../../../server/platform/release/service.ts';
import { withField, withFlow, withStep, withWords } from '../support/edits.ts';
import { journey, type Journey } from '../support/journey.ts';
import { ownNumbers } from '../support/lending.ts';
import { edited, newBorrower, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

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

/** Asks for the day off only of employed people with weekly pay. It must not be the pay day. */
const dayOff = (files: readonly SourceFile[], required = true) =>
  withField(files, 'work', 'nightShifts', {
    schema: { type: 'integer', minimum: 0, maximum: 7, 'x-when': 'conditions.isEmployed', 'x-sensitive': 'pii' },
    required,
    rules: [
      {
        assert: '!has(self.nightShifts) || !has(self.workYears) || self.nightShifts <= self.workYears',
        at: 'nightShifts',
        error: 'tooMany',
      },
    ],
    words: { label: 'Night shifts a week', errors: { required: 'Enter your night shifts.', tooMany: 'More than the years you worked.' } },
  });

const newIndustry = (files: readonly SourceFile[], code = 'spaceTravel') =>
  withWords(
    edited<EnumSchema>(files, 'schemas/enums/industry.schema.json', (value) => void value.enum.push(code)),
    'enums',
    ['industry', code],
    'Space travel',
  );

describe('K01 K02 changes that need only JSON, on the server', () => {
  test('a 27th industry', async () => {
    await server.publish(newIndustry(shipped));
    const borrower = await borrowerAt('work');
    await borrower.save('work', { ...(await borrower.soundAnswers('work')), industry: 'spaceTravel' });
    expect(borrower.snapshot.answers['work']).toMatchObject({ industry: 'spaceTravel' });
  });

  test('a new sensitive field with a condition and a rule across fields, which is encrypted', async () => {
    await server.publish(dayOff(shipped));
    const borrower = await borrowerAt('work');
    const sound = await borrower.soundAnswers('work');
    expect((await borrower.put('work', sound)).json()).toMatchObject({ problems: [{ code: 'required', path: '/nightShifts' }] });
    const tooMany = await borrower.put('work', { ...sound, nightShifts: 7 });
    expect(tooMany.json()).toMatchObject({ status: 422, problems: [{ code: 'tooMany', path: '/nightShifts' }] });
    await borrower.save('work', { ...sound, nightShifts: 2 });
    expect(borrower.snapshot.answers['work']).toMatchObject({ nightShifts: 2 });
    const rows = await server.deps.db.selectFrom('flow_states').select('answers').execute();
    expect(JSON.stringify(rows)).not.toContain('nightShifts');
    await borrower.save('work', { ...(await borrower.soundAnswers('work', 4)), nightShifts: 2 });
    expect(borrower.snapshot.answers['work']).not.toHaveProperty('nightShifts');
  });

  test('a new step', async () => {
    await server.publish(withStep(shipped, 'pets', 'work'));
    const borrower = await borrowerAt('pets');
    expect(borrower.snapshot.position).toMatchObject({ total: 11, step: { route: '/pets' } });
    expect((await borrower.put('pets', { petName: 'B' })).json()).toMatchObject({ problems: [{ code: 'minLength', path: '/petName' }] });
    await borrower.save('pets', { petName: 'Bantay' });
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'work' });
  });

  test('swapping two steps', async () => {
    await server.publish(
      withFlow(shipped, ({ steps }) => {
        const [address, bank] = [steps.findIndex(({ id }) => id === 'address'), steps.findIndex(({ id }) => id === 'bank')];
        steps.splice(address, 2, ...steps.slice(address, bank + 1).toReversed());
      }),
    );
    const borrower = await borrowerAt('bank');
    await borrower.save('bank', await borrower.soundAnswers('bank'));
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'address' });
  });

  test('a new ID type with its format', async () => {
    const withCode = edited<EnumSchema>(shipped, 'schemas/enums/idType.schema.json', (value) => void value.enum.push('barangayId'));
    const withRule = edited<FormSchema>(withCode, 'schemas/forms/identity.schema.json', (value) => {
      const assert = "!has(self.idNumber) || self.idType != 'barangayId' || self.idNumber.matches('^B[0-9]{8}$')";
      value['x-rules'] = [...(value['x-rules'] ?? []), { assert, at: 'idNumber', error: 'formatBarangayId' }];
    });
    const labelled = withWords(withRule, 'enums', ['idType', 'barangayId'], 'Barangay ID');
    await server.publish(withWords(labelled, 'forms', ['identity', 'idNumber', 'errors', 'formatBarangayId'], 'B and eight digits.'));
    const borrower = await borrowerAt('identity');
    const sound = { ...(await borrower.soundAnswers('identity')), idType: 'barangayId' };
    const wrong = await borrower.put('identity', { ...sound, idNumber: 'B1234567' });
    expect(wrong.json()).toMatchObject({ problems: [{ code: 'formatBarangayId', path: '/idNumber' }] });
    await borrower.save('identity', { ...sound, idNumber: 'B12345678' });
  });
});

describe('a configuration change during an application', () => {
  test('moves to the new release when every answer is still valid, and asks for a new step', async () => {
    const borrower = await borrowerAt('review');
    const { revision } = borrower.snapshot;
    const { hash } = await server.publish(withStep(newIndustry(shipped), 'pets', 'work'));
    await borrower.get();
    expect(borrower.snapshot).toMatchObject({ release: hash, revision, position: { total: 11, step: { id: 'pets', status: 'missing' } } });
    expect(borrower.snapshot.position.path.filter(({ status }) => status === 'done')).toHaveLength(9);
    await borrower.save('pets', { petName: 'Bantay' });
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'review' });
  });

  test('stays with its release when an answer is missing in the new one', async () => {
    const borrower = await borrowerAt('review');
    const begun = borrower.snapshot.release;
    await server.publish(dayOff(shipped));
    await borrower.get();
    expect(borrower.snapshot).toMatchObject({ release: begun, position: { step: { id: 'review' } } });
    await borrower.save('review', {});
    expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted' });
  });

  test('stays when the chosen code is removed, and its screens come from that release', async () => {
    await server.publish(newIndustry(shipped));
    const borrower = await borrowerAt('work');
    await borrower.save('work', { ...(await borrower.soundAnswers('work')), industry: 'spaceTravel' });
    const begun = borrower.snapshot.release;
    const { hash } = await server.publish(shipped);
    expect((await borrower.get()).release).toBe(begun);
    const ticket = async (path: string, headers = borrower.headers) =>
      (await server.app.inject({ method: 'GET', url: `/api/screens?path=${path}`, headers })).json<ScreenTicket>();
    expect((await ticket('/workInfo')).release).toBe(begun);
    expect((await ticket('/start')).release).toBe(hash);
    expect((await ticket('/workInfo', {})).release).toBe(hash);
    await borrower.save('contact', await borrower.soundAnswers('contact'));
  });

  test('moves when an optional field is added', async () => {
    const borrower = await borrowerAt('contact');
    const { hash } = await server.publish(dayOff(shipped, false));
    expect((await borrower.get()).release).toBe(hash);
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'contact' });
  });

  test('encrypts a field that becomes sensitive and loses none', async () => {
    const borrower = await borrowerAt('contact');
    const { hash } = await server.publish(
      edited<FormSchema>(shipped, 'schemas/forms/work.schema.json', ({ properties }) => {
        const title = properties['professionalTitle'];
        if (title) title['x-sensitive'] = 'pii';
      }),
    );
    await borrower.get();
    expect(borrower.snapshot.release).toBe(hash);
    expect(borrower.snapshot.answers['work']).toHaveProperty('professionalTitle', 'Cashier');
    const rows = await server.deps.db.selectFrom('flow_states').select(['customer_id', 'answers']).execute();
    expect(JSON.stringify(rows.filter(({ customer_id: id }) => id === borrower.customerId))).not.toContain('Cashier');
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'contact' });
  });

  test('a pinned release survives a restart of the node', async () => {
    const borrower = await borrowerAt('review');
    await server.publish(dayOff(shipped));
    const restarted = await releaseService({ table: server.table, fits: () => [], pinned: async () => [], warn: () => {}, pollMs: 0 });
    expect((await restarted.get(borrower.snapshot.release))?.hash).toBe(borrower.snapshot.release);
  });
});
