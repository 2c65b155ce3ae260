import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StepFigure } from '../../../server/contract/staff/stepFigures.ts';
import { stepFigures } from '../../../server/platform/stepCounts/figures.ts';
import { withField, withStep } from '../support/edits.ts';
import { journey, type Journey } from '../support/journey.ts';
import { ownNumbers } from '../support/lending.ts';
import { newBorrower, sessionFor, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { staffMember } from '../support/staff.ts';

const shipped = shippedFiles();
const pets = withStep(shipped, 'pets', 'work');
const nights = withField(shipped, 'work', 'nightShifts', {
  schema: { type: 'integer', minimum: 0, maximum: 7 },
  required: true,
  words: { label: 'Night shifts a week', errors: { required: 'Enter your night shifts.' } },
});
const releases = { shipped, pets, nights };

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct({ files: shipped });
});
afterAll(() => server.close());

async function standing({ customerId }: Pick<Journey, 'customerId'>): Promise<string | null | undefined> {
  const row = await server.deps.db.selectFrom('flow_states').select('step').where('customer_id', '=', customerId).executeTakeFirst();
  return row?.step;
}
const stepOf = ({ snapshot }: Journey): string => snapshot.position.step?.id ?? '';

type Act =
  | { act: 'next' }
  | { act: 'again'; at: number }
  | { act: 'wrong' }
  | { act: 'read' }
  | { act: 'publish'; files: keyof typeof releases };

/** Actions of a borrower and a publisher, in any order. */
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant({ act: 'next' as const }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('again' as const), at: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.constant({ act: 'wrong' as const }) },
    { weight: 1, arbitrary: fc.constant({ act: 'read' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('publish' as const),
        files: fc.constantFrom('shipped' as const, 'pets' as const, 'nights' as const),
      }),
    },
  ),
  { minLength: 6, maxLength: 14 },
);

const soundAnswers = async (who: Journey, form: string | undefined, index = 0) =>
  form === undefined || form === 'pets'
    ? form
      ? { petName: 'Bantay' }
      : {}
    : { ...(await who.soundAnswers(form, index)), ...ownNumbers()[form] };

async function take(who: Journey, act: Act): Promise<void> {
  const { path, step } = who.snapshot.position;
  if (act.act === 'publish') await server.publish(releases[act.files]);
  if (act.act === 'wrong' && step) await who.put(step.id, { nonsense: 1 });
  const saved = act.act === 'next' ? step : act.act === 'again' ? path.filter(({ open }) => open)[act.at] : undefined;
  if (saved) await who.put(saved.id, await soundAnswers(who, saved.form, act.act === 'again' ? 1 : 0));
  await who.get();
}

test(
  'T08 the stored step of a draft is the step which its flow computes, whatever is saved, refused and published',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (taken) => {
        await server.publish(shipped);
        const who = await journey(server, await newBorrower(server));
        for (const act of taken) {
          await take(who, act);
          expect(await standing(who)).toBe(who.snapshot.revision === 0 ? undefined : stepOf(who));
        }
      }),
      { numRuns: 12 },
    );
  },
);

test('T08 a save stores the step, before anybody reads the draft again', async () => {
  await server.publish(shipped);
  const who = await journey(server, await newBorrower(server));
  expect(await standing(who)).toBeUndefined();
  await who.save('identity', await who.soundAnswers('identity'));
  expect(await standing(who)).toBe('personalBasic');
});

test('T08 a draft that is sent stands nowhere, and one that is sent back stands at the corrected step', async () => {
  await server.publish(shipped);
  const { borrower, id } = await referred(server);
  expect(await standing(borrower)).toBe('');
  const support = await staffMember(server, 'support');
  const corrections = [{ form: 'work', field: 'schoolName', reason: 'other' }];
  expect((await support.call('POST', `/api/staff/applications/${id}/corrections`, { corrections })).statusCode).toBe(200);
  expect(await standing(borrower)).toBe('work');
  await borrower.get();
  expect(stepOf(borrower)).toBe('work');
});

test('T08 a draft of before steps were stored is counted once its customer comes back, and its revision stays', async () => {
  await server.publish(shipped);
  const who = await journey(server, await newBorrower(server));
  await who.walkTo('work');
  const { revision } = who.snapshot;
  await server.deps.db.updateTable('flow_states').set({ step: null }).where('customer_id', '=', who.customerId).execute();
  expect((await who.get()).revision).toBe(revision);
  expect(await standing(who)).toBe('work');
});

test('T08 the figures say how many stand at a step, and nothing about fewer than ten', async () => {
  await server.publish(shipped);
  await server.deps.db.updateTable('flow_states').set({ step: '' }).execute();
  const standingAt = async (step: string): Promise<StepFigure['standing']> => {
    server.clock.advance(61);
    const { steps } = await stepFigures(server.deps, { flow: 'onboarding', days: 30 });
    return steps.find((each) => each.step === step)?.standing;
  };
  const people: Journey[] = [];
  for (let each = 0; each < 10; each += 1) {
    const who = await journey(server, await newBorrower(server));
    await who.save('identity', await who.soundAnswers('identity'));
    people.push(who);
    expect(await standingAt('personalBasic')).toBe(each < 9 ? undefined : 10);
  }
  const [one] = people;
  one!.headers = await sessionFor(server.deps, one!.customerId);
  await one!.get();
  await one!.save('personalBasic', await one!.soundAnswers('personalBasic'));
  expect(await standingAt('personalBasic')).toBeUndefined();
});
