import { beforeAll, describe, expect, test } from 'vitest';
import { openRelease, type OpenRelease } from '../../../engine/compiler/index.ts';
import { readScenarios } from '../../../engine/cli/index.ts';
import { junitOf, runScenario } from '../../../engine/scenario/index.ts';
import { scenarioQuestions } from '../../../server/cli/scenarioQuestions.ts';
import { registry } from '../../../server/registry.ts';
import { shippedRelease } from '../../config/shipped.ts';
import { root } from '../../support/root.ts';
import { misfits } from '../cli/junit.ts';
import { parseXml } from '../cli/xml.ts';

let release: OpenRelease;
beforeAll(async () => {
  release = await openRelease(await shippedRelease());
});

const run = (value: object, within = release) => {
  const text = JSON.stringify({ $schema: 'scenario.schema.json', id: 'one', title: 'One', flow: 'onboarding', ...value }, undefined, 1);
  return runScenario({ path: 'one.json', text }, { release: within, registry, questions: scenarioQuestions });
};

/** The onboarding in which people can skip the contacts. */
const withOptional = (): OpenRelease => {
  const { onboarding } = release.flows;
  if (!onboarding) throw new Error('There is no flow "onboarding"');
  const steps = onboarding.steps.map((step) => (step.id === 'contact' ? { ...step, optional: true } : step));
  return { ...release, flows: { ...release.flows, onboarding: { ...onboarding, steps } } };
};

const messagesOf = (value: object) => run(value).diagnostics.map(({ line, pointer, message }) => `${line} ${pointer} ${message}`);

test.each(readScenarios(root, []).map((file) => [file.path, file] as const))('%s passes', (_, file) => {
  expect(runScenario(file, { release, registry, questions: scenarioQuestions }).diagnostics).toEqual([]);
});

test('R09 a scenario skips an optional step, and no other', () => {
  const expected = { position: 'address' };
  const steps = [
    { upTo: 'contact' },
    { skip: true, expect: expected },
    { back: true, fill: 0, next: true, expect: expected },
    { skip: true },
  ];
  const { diagnostics } = run({ steps }, withOptional());
  expect(diagnostics.map(({ message }) => message)).toEqual(['The step "address" is not optional.']);
});

describe('a failing scenario', () => {
  test('is reported at the line of the expectation, and stops', () => {
    const steps = [
      { upTo: 'work', expect: { position: 'work' } },
      { next: true, expect: { problems: [] } },
      { expect: { position: 'bank' } },
    ];
    expect(messagesOf({ steps })).toEqual(['16 /steps/1/expect/problems Expected [], but it is ["/jobType required","/income required"].']);
  });

  test.each([
    [{ answer: { work: { jobtype: 'student' } } }, 'The form "work" has no field "jobtype". Did you mean "jobType"?'],
    [{ answer: { wrok: {} } }, undefined],
    [{ answer: { wrok: { income: 'x' } } }, 'There is no form "wrok". Did you mean "work"?'],
    [
      { sendBack: [{ form: 'identity', field: 'idPhoto', reason: 'photoUncler' }] },
      '"identity.idPhoto" cannot be sent back for "photoUncler". Did you mean "photoUnclear"?',
    ],
    [{ decide: 'fate' }, 'There is no decision table "fate".'],
    [{ fill: 99 }, 'The form "identity" has no example 99.'],
    [{ upTo: 'nowhere' }, 'The flow is complete and "nowhere" was not reached.'],
    [{ ask: { question: 'why' } }, 'There is no question "why". The questions are offer, disclosure, configured.'],
    [
      { upTo: 'end', decide: 'underwriting', expect: { outcome: { decision: 'accepted' } } },
      expect.stringContaining('Expected {"decision"'),
    ],
  ])('does not pass because it speaks of nothing: %j', (step, message) => {
    expect(run({ steps: [step] }).diagnostics.map((each) => each.message)).toEqual(message === undefined ? [] : [message]);
  });

  test('is not run if it is invalid', () => {
    expect(messagesOf({ steps: [{ nxt: true }] })[0]).toMatch(/nxt/);
    expect(run({ $schema: 'flow.schema.json', steps: [] }).diagnostics).not.toEqual([]);
  });
});

test('JUnit has a case for each scenario, with the place of the failure', () => {
  const xml = junitOf([run({ steps: [{ next: true }] }), run({ title: 'A < B & "C"', steps: [{ expect: { complete: true } }] })]);
  expect(xml).toMatch(/tests="2" failures="1"/);
  expect(misfits(parseXml(xml))).toEqual([]);
  expect(xml).toContain('name="A &lt; B &amp; &quot;C&quot;"');
  expect(xml).toMatch(/one\.json:\d+:\d+<\/failure>/);
});
