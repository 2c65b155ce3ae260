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

const run = (value: object, host: ScreenHost = memoryHost(release)) => {
  const text = JSON.stringify({ $schema: 'scenario.schema.json', id: 'one', title: 'One', flow: 'onboarding', ...value }, undefined, 1);
  return runScenarioOnScreens({ path: 'one.json', text }, { release, registry, host });
};

test.each(readScenarios(root, []).map((file) => [file.path, file] as const))('%s holds on screens', async (_, file) => {
  const result = await runScenarioOnScreens(file, { release, registry, host: memoryHost(release) });
  expect(result.diagnostics).toEqual([]);
  for (const { line, message } of result.untried ?? []) expect([line > 0, message]).toEqual([true, expect.stringMatching(/\.$/)]);
});

describe('what is not as expected on the screens', () => {
  test.each([
    [{ next: true, expect: { position: 'work' } }, /Expected "work", but it is "identity"/],
    [{ next: true, expect: { problems: ['/firstName required'] } }, /but the screen says \[.*lastName/],
    [{ next: true, expect: { problems: ['/firstName required', '/nothing required'] } }, /Expected \["\/nothing required/],
    [{ expect: { texts: ['What is not there'] } }, /Expected to read \["What is not there"\]/],
    [{ expect: { asks: ['income'] } }, /Expected \["income"\], but the form asks/],
    [{ expect: { asksNot: ['idType'] } }, /does not ask \["idType"\]/],
    [{ fill: 0, next: true, expect: { stored: { identity: { firstName: 'Luz' } } } }, /Expected "firstName" "Luz"/],
    [{ answer: { identity: { frstName: 'Luz' } } }, /no field "frstName". Did you mean "firstName"/],
  ])('is told with a picture, at its line: %j', async (step, message) => {
    const { diagnostics } = await run({ steps: [step] });
    expect(diagnostics[0]?.message).toMatch(message);
    expect(diagnostics[0]?.line).toBeGreaterThan(1);
  });

  test('is a screen that does not lead where the flow stands', async () => {
    const host = memoryHost(release);
    const astray: ScreenHost = {
      ...host,
      begin: async (beginning) => ({ ...(await host.begin(beginning)), route: async () => '/identityInfo' }),
    };
    const { diagnostics } = await run({ steps: [{ fill: 0, next: true, expect: { position: 'personalBasic' } }] }, astray);
    expect(diagnostics[0]?.message).toMatch(/Next should have led to the screen of "personalBasic", but \/identityInfo is in sight/);
  });
});

describe('what no screen shows', () => {
  test('is counted and told, never passed: a question alone leaves the scenario out, and no browser is opened for it', async () => {
    const host = memoryHost(release);
    const result = await run({ steps: [{ decide: 'underwriting', expect: { outcome: {} } }] }, host);
    expect(result).toMatchObject({ isSkipped: true, diagnostics: [], untried: [{ code: 'not-in-a-browser', severity: 'info' }] });
    expect(host.begun).toEqual([]);
    expect(junitOf([result])).toMatch(/skipped="1"[^]*<skipped message="A decision table/);
    expect(misfits(parseXml(junitOf([result])))).toEqual([]);
  });

  test('does not keep the rest from being walked, where that does not hang on it', async () => {
    const ask = { ask: { question: 'offer' }, expect: { answer: {} } };
    const { untried, diagnostics, isSkipped } = await run({ steps: [ask, { next: true, expect: { problems: [] } }] });
    expect([untried?.length, diagnostics.length, isSkipped]).toEqual([1, 1, undefined]);
  });

  test('ends the walk where the rest hangs on it', async () => {
    const steps = [
      { sendBack: [{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear' }] },
      { next: true, expect: { position: 'review' } },
    ];
    const { untried, diagnostics } = await run({ steps });
    expect(diagnostics).toEqual([]);
    expect(untried?.map(({ message }) => message)).toEqual([
      'What staff ask again comes from no screen of this flow.',
      'It hangs on what was not tried before it.',
    ]);
  });

  test('is what was sent off', async () => {
    const { untried, diagnostics } = await run({ steps: [{ upTo: 'end' }, { open: '/workInfo' }, { next: true }] });
    expect(diagnostics).toEqual([]);
    expect(untried?.[0]?.message).toBe('The flow is complete and was sent off: its screens are closed.');
  });

  test('is what no hand can give; what the form would accept must be possible to give', async () => {
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
    expect(diagnostics[0]?.message).toMatch(/The screen did not do it: No key writes it/);
  });
});

test('whoever walks is told who, when and in which language, and leaves whatever happens', async () => {
  const host = memoryHost(release);
  await run(
    { today: '2026-05-01', language: 'fil', session: { phone: '9181111111' }, steps: [{ next: true, expect: { complete: true } }] },
    host,
  );
  expect(host.begun).toEqual([{ id: 'one', flow: 'onboarding', today: '2026-05-01', language: 'fil', phone: '9181111111' }]);
  expect(host.left).toBe(1);
});
