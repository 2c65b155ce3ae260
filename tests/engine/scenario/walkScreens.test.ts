import { beforeAll, describe, expect, test } from 'vitest';
import { readScenarios } from '../../../engine/cli/index.ts';
import { openRelease, type OpenRelease } from '../../../engine/compiler/index.ts';
import { junitOf, runScenarioOnScreens, type ScreenHost } from '../../../engine/scenario/index.ts';
import { registry } from '../../../server/registry.ts';
import { shippedRelease } from '../../config/shipped.ts';
import { root } from '../../support/root.ts';
import { misfits } from '../cli/junit.ts';
import { parseXml } from '../cli/xml.ts';
import { memoryHost, unwritable } from './memoryScreens.ts';

let release: OpenRelease;
beforeAll(async () => {
  release = await openRelease(await shippedRelease());
});

const run = (value: object, host: ScreenHost = memoryHost(release), within = release) => {
  const text = JSON.stringify({ $schema: 'scenario.schema.json', id: 'one', title: 'One', flow: 'onboarding', ...value }, undefined, 1);
  return runScenarioOnScreens({ path: 'one.json', text }, { release: within, registry, host });
};

test.each(readScenarios(root, []).map((file) => [file.path, file] as const))('%s holds on screens', async (_, file) => {
  const result = await runScenarioOnScreens(file, { release, registry, host: memoryHost(release, file.text) });
  expect(result.diagnostics).toEqual([]);
  for (const { line, message } of result.untried ?? []) expect([line > 0, message]).toEqual([true, expect.stringMatching(/\.$/)]);
});

test('R09 an optional step is skipped on screens, also by the person who continues after a submission', async () => {
  const steps = [
    { upTo: 'callTime' },
    { skip: true, expect: { position: 'address' } },
    { upTo: 'end' },
    { open: '/workInfo' },
    { skip: true },
  ];
  const host = memoryHost(release);
  const { diagnostics } = await run({ steps }, host);
  expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('has no optional step')]);
  expect(host.begun.at(-1)?.done.find(({ step }) => step === 'callTime')).toEqual({ step: 'callTime' });
});

describe('unexpected screens', () => {
  test.each([
    [{ next: true, expect: { position: 'work' } }, /Expected "work", but it is "identity"/],
    [{ next: true, expect: { problems: ['/firstName required'] } }, /but the screen shows \[.*lastName/],
    [{ next: true, expect: { problems: ['/firstName required', '/nothing required'] } }, /Expected \["\/nothing required/],
    [{ expect: { texts: ['What is not there'] } }, /Expected the screen to show \["What is not there"\]/],
    [{ expect: { asks: ['income'] } }, /Expected \["income"\], but the form asks/],
    [{ expect: { asksNot: ['idType'] } }, /not to ask for \["idType"\]/],
    [{ fill: 0, next: true, expect: { stored: { identity: { firstName: 'Luz' } } } }, /Expected "firstName" "Luz"/],
    [{ answer: { identity: { frstName: 'Luz' } } }, /no field "frstName". Did you mean "firstName"/],
  ])('is told with a picture, at its line: %j', async (step, message) => {
    const { diagnostics } = await run({ steps: [step] });
    expect(diagnostics[0]?.message).toMatch(message);
    expect(diagnostics[0]?.line).toBeGreaterThan(1);
  });

  test('reports a screen that does not lead to the position', async () => {
    const host = memoryHost(release);
    const astray: ScreenHost = {
      ...host,
      begin: async (beginning) => ({ ...(await host.begin(beginning)), route: async () => '/identityInfo' }),
    };
    const { diagnostics } = await run({ steps: [{ fill: 0, next: true, expect: { position: 'personalBasic' } }] }, astray);
    expect(diagnostics[0]?.message).toMatch(/Expected Next to lead to the screen of "personalBasic", but the screen is \/identityInfo/);
  });
});

describe('the decision on a flow', () => {
  const accepted = { decision: 'accepted', limitCents: 1_000_000 };
  const earning = { personalBasic: { birthDate: '1994-06-12' }, work: { jobType: 'contractWorker', income: '18001-25000' } };

  test('is made on submission and read from the screens', async () => {
    const decided = { decide: 'underwriting', expect: { outcome: accepted } };
    expect(await run({ steps: [{ given: earning, upTo: 'end' }, decided] })).toMatchObject({ diagnostics: [] });
    const otherwise = { ...decided, expect: { outcome: { ...accepted, limitCents: 1 } } };
    const { diagnostics } = await run({ steps: [{ given: earning, upTo: 'review' }, otherwise] });
    expect(diagnostics[0]?.message).toMatch(/Expected .*"limitCents":1}, but it is .*1000000/);
  });

  test('follows answers that are named later, and a new person names none', async () => {
    const host = memoryHost(release);
    const rejected = { decision: 'rejected', reason: 'noIncome', retryAfterDays: 30 };
    const steps = [
      { given: earning, upTo: 'end', decide: 'underwriting', expect: { outcome: accepted } },
      {
        given: { work: { jobType: 'unemployed', income: 'under12000' } },
        upTo: 'end',
        decide: 'underwriting',
        expect: { outcome: rejected },
      },
      { newPerson: true, upTo: 'work', next: true, expect: { problems: ['/jobType required', '/income required'] } },
      { fill: 'rest', next: true },
      { upTo: 'work', expect: { asks: ['jobType'], problems: [] } },
    ];
    expect(await run({ steps }, host)).toMatchObject({ diagnostics: [] });
    expect([host.begun.length, host.left]).toEqual([3, 3]);
  });

  test('is about people who share no number, unless the scenario names it', async () => {
    let people = 0;
    const host = memoryHost(release);
    const own = () => ({ identity: { idType: 'umid', idNumber: `CRN00000000000${(people += 1)}` } });
    const decided = (income: string) => ({ given: { work: { income } }, upTo: 'end', decide: 'underwriting', expect: { complete: true } });
    await run({ steps: [decided('under12000'), decided('over30000')] }, { ...host, own });
    expect([people, host.begun.at(-1)?.done[0]?.answers]).toEqual([2, expect.objectContaining({ idNumber: 'CRN000000000002' })]);
    const named = { ...decided('under12000'), given: { identity: { idType: 'passport', idNumber: 'P7654321B' } } };
    await run({ steps: [named, decided('over30000')] }, { ...host, own });
    expect(host.begun.at(-1)?.done[0]?.answers).toMatchObject({ idType: 'passport', idNumber: 'P7654321B' });
  });

  test('is not made while answers are missing', async () => {
    const host = memoryHost(release);
    const result = await run({ steps: [{ decide: 'underwriting', expect: { outcome: accepted } }] }, host);
    expect(result).toMatchObject({ isSkipped: true, diagnostics: [], untried: [{ code: 'not-in-a-browser', severity: 'info' }] });
    expect(junitOf([result])).toMatch(/skipped="1"[^]*<skipped message="The decision needs a submitted application/);
    expect(misfits(parseXml(junitOf([result])))).toEqual([]);
  });

  test('closes the application: another person with the same answers submits the rest', async () => {
    const host = memoryHost(release);
    const steps = [
      { upTo: 'work' },
      { fill: 3, next: true },
      { upTo: 'end' },
      { open: '/workInfo', answer: { work: { jobType: 'unemployed', income: 'under12000' } }, next: true },
      {
        decide: 'underwriting',
        expect: { complete: true, outcome: { decision: 'rejected', reason: 'noIncome', retryAfterDays: 30 } },
      },
    ];
    expect(await run({ steps }, host)).toMatchObject({ diagnostics: [] });
    const [first, second] = host.begun;
    expect([host.begun.length, host.left, first?.done, second?.done.length]).toEqual([2, 2, [], 9]);
    expect(second?.done[3]).toMatchObject({ step: 'work', answers: { jobType: 'student' } });
  });

  test('on another day is made for a person who submits that day; days only move forward', async () => {
    const host = memoryHost(release);
    const on = (today: string) => ({ today, decide: 'underwriting', expect: { outcome: accepted } });
    const steps = [{ given: earning, upTo: 'end' }, on('2012-06-11'), on('2026-06-12')];
    const { diagnostics, untried } = await run({ steps }, host);
    expect(diagnostics).toEqual([]);
    expect(untried?.map(({ message }) => message)).toEqual([
      'Time cannot go back: an application started on 2026-03-01 cannot be sent on 2012-06-11.',
    ]);
    expect(host.begun.at(-1)?.today).toBe('2026-06-12');
  });

  test('may send back only a submitted application, and reports steps that depend on it', async () => {
    const sentBack = { sendBack: [{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear' }] };
    const back = { ...sentBack, expect: { position: 'identity', locked: ['firstName'] } };
    expect((await run({ steps: [{ upTo: 'end' }, back] })).untried).toBeUndefined();
    const { untried, diagnostics } = await run({ steps: [sentBack, { next: true, expect: { position: 'review' } }] });
    expect(diagnostics).toEqual([]);
    expect(untried?.map(({ message }) => message)).toEqual(['Nothing was sent off.', 'It depends on an earlier step that was not tested.']);
  });
});

describe('steps outside a flow', () => {
  test('run without a person in the flow', async () => {
    const host = memoryHost(release);
    const happen = { lifeCycle: 'application', from: 'referred', event: 'accepted' };
    const steps = [
      { ask: { question: 'offer', with: { limitCents: 1 } }, expect: { answer: {} } },
      { happen, expect: { state: 'accepted', shows: { '/homeIndex': ['This is /homeIndex'] } } },
    ];
    expect(await run({ steps }, host)).toMatchObject({ diagnostics: [] });
    expect([host.begun, host.left]).toEqual([[], 2]);
  });

  test.each([
    [{ state: 'rejected' }, /Expected "rejected", but it is "accepted"/],
    [{ shows: { '/homeIndex': ['Not this time'] } }, /\/homeIndex: Expected the screen to show \["Not this time"\]/],
    [{ shows: { '/homeIndx': [] } }, /No screen has the route "\/homeIndx". Did you mean "\/homeIndex"/],
  ])('and is not as expected: %j', async (expected, message) => {
    const happen = { lifeCycle: 'application', from: 'referred', event: 'accepted' };
    const { diagnostics, isSkipped } = await run({ steps: [{ happen, expect: expected }] });
    expect([diagnostics[0]?.message, isSkipped]).toEqual([expect.stringMatching(message), undefined]);
  });

  test('skip events on the way and steps without a screen, and continue', async () => {
    const happen = { lifeCycle: 'application', from: 'referred', event: 'accepted' };
    const steps = [
      { ask: { question: 'nothing' }, expect: { answer: {} } },
      { happen, expect: { effects: ['grantLimit'] } },
      { happen, expect: { state: 'accepted' } },
    ];
    const { untried, diagnostics, isSkipped } = await run({ steps });
    expect([untried?.length, diagnostics.length, isSkipped]).toEqual([2, 0, undefined]);
  });
});

describe('input that no screen accepts', () => {
  test('is impossible to enter; valid input must be possible to enter', async () => {
    const given = (value: unknown) => run({ steps: [{ answer: { identity: { idType: 'umid', firstName: value } } }] });
    expect((await given(unwritable)).untried?.[0]?.message).toBe('No key writes it.');
    const deaf = memoryHost(release);
    const host: ScreenHost = {
      ...deaf,
      begin: async (beginning) => {
        const screens = await deaf.begin(beginning);
        return { ...screens, answer: (form) => screens.answer(form, { firstName: unwritable }) };
      },
    };
    const { diagnostics } = await run({ steps: [{ answer: { identity: { firstName: 'Luz' } } }] }, host);
    expect(diagnostics[0]?.message).toMatch(/The screen failed: No key writes it/);
  });
});

test('a walker gets person, day and language, and always closes', async () => {
  const host = memoryHost(release);
  await run(
    { today: '2026-05-01', language: 'fil', session: { phone: '9181111111' }, steps: [{ next: true, expect: { complete: true } }] },
    host,
  );
  expect(host.begun).toEqual([{ id: 'one', flow: 'onboarding', today: '2026-05-01', language: 'fil', phone: '9181111111', done: [] }]);
  expect(host.left).toBe(1);
});
