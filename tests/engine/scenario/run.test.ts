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

/** The onboarding with its forms in reverse order. */
const reordered = (): OpenRelease => {
  const { onboarding } = release.flows;
  if (!onboarding) throw new Error('There is no flow "onboarding"');
  const steps = [...onboarding.steps.slice(0, -1).toReversed(), ...onboarding.steps.slice(-1)];
  return { ...release, flows: { ...release.flows, onboarding: { ...onboarding, steps } } };
};

const messagesOf = (value: object) => run(value).diagnostics.map(({ line, pointer, message }) => `${line} ${pointer} ${message}`);

test.each(readScenarios(root, []).map((file) => [file.path, file] as const))('%s passes', (_, file) => {
  expect(runScenario(file, { release, registry, questions: scenarioQuestions }).diagnostics).toEqual([]);
});

describe('a scenario names what it is about', () => {
  const stories = readScenarios(root, []).filter(({ text }) => !text.includes('"id": "order"'));
  const failing = (seed: number, within = release) =>
    stories.flatMap((file) =>
      runScenario(file, { release: within, registry, questions: scenarioQuestions, seed }).diagnostics.map(
        (each) => `${each.file}:${each.line} ${each.message}`,
      ),
    );

  test('so whatever else is answered, the shipped ones pass', () => {
    expect(failing(2)).toEqual([]);
  });

  test('so another order of the steps breaks none but the one that states the order', () => {
    expect(failing(3, reordered())).toEqual([]);
    const order = readScenarios(root, ['order'])[0];
    expect(order && runScenario(order, { release: reordered(), registry }).diagnostics).toHaveLength(2);
  });

  test('and answers a form anew when it names another answer later', () => {
    const given = (jobType: string) => ({
      given: { work: { jobType } },
      upTo: 'end',
      expect: { complete: true, stored: { work: { jobType } } },
    });
    expect(messagesOf({ steps: [given('student'), given('unemployed')] })).toEqual([]);
  });

  test('and reaches a conditional answer that it names, and no wrong one', () => {
    const named = (work: object) => messagesOf({ steps: [{ given: { work }, upTo: 'end', expect: { stored: { work } } }] });
    expect(named({ payDay: 15 })).toEqual([]);
    expect(named({ payDay: 32 })).toEqual(['13 /steps/0/upTo The form "work" refuses {"payDay":32}.']);
    expect(named({ jobType: 'student', payDay: 15 })).toEqual([
      '14 /steps/0/upTo The form "work" refuses {"payDay":15}, whatever else is answered.',
    ]);
    expect(named({ jobtype: 'student' })[0]).toContain('The form "work" has no field "jobtype". Did you mean "jobType"?');
  });

  test('and goes back to a step that was passed, with a person who starts again', () => {
    const asks = { upTo: 'work', expect: { asks: ['jobType'] } };
    const empty = { ...asks, newPerson: true, next: true, expect: { problems: ['/jobType required', '/income required'] } };
    expect(messagesOf({ steps: [{ upTo: 'bank' }, asks, { next: true, expect: { position: 'bank' } }, empty] })).toEqual([]);
  });
});

describe('a scenario that looks at a screen', () => {
  const look = (screen: string, expect: object) =>
    messagesOf({ steps: [{ look: { screen, with: { route: { query: { id: 'safety' } } } }, expect }] });

  test('reads its texts and values in order', () => {
    expect(look('guildDetail', { says: ['Guide', 'safety', 'All guides'], saysNot: ['Your loans'] })).toEqual([]);
  });

  test('is told which text is gone, out of order or not wanted, and which screen there is', () => {
    expect(look('guildDetail', { says: ['All guides', 'Guide'] })[0]).toMatch(
      /Expected "Guide" after "All guides", but the screen shows \["heading"/,
    );
    expect(look('guildDetail', { saysNot: ['All guides'] })[0]).toContain('Expected the screen not to show ["All guides"]');
    expect(look('guildDetial', { says: [] })[0]).toContain('There is no screen "guildDetial". Did you mean "guildDetail"?');
  });
});

test('a scenario tries answers to any form, and other fields do not matter', () => {
  const tried = (answers: object, problems: string[]) => messagesOf({ steps: [{ try: { form: 'work', answers }, expect: { problems } }] });
  expect(tried({ jobType: 'student', schoolName: 'U' }, ['/schoolName minLength'])).toEqual([]);
  expect(tried({ jobType: 'student', schoolName: 'UP' }, ['/schoolName minLength'])[0]).toContain('but it is []');
  expect(tried({ schoolname: 'UP' }, [])[0]).toContain('Did you mean "schoolName"?');
});

test('R09 a scenario skips an optional step, and no other', () => {
  const expected = { position: 'address' };
  const steps = [
    { upTo: 'callTime' },
    { skip: true, expect: expected },
    { back: true, fill: 0, next: true, expect: expected },
    { skip: true },
  ];
  const { diagnostics } = run({ steps });
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
    [{ ask: { question: 'why' } }, 'There is no question "why". The questions are offer, disclosure, configured, refusalsWith.'],
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

test.each([
  ['an unknown flow', { flow: 'onbording', steps: [{ upTo: 'end' }] }, '/flow There is no flow "onbording".'],
  ['an unknown route', { steps: [{ open: '/bankInf' }] }, '/steps/0/open No step of the flow has the route "/bankInf".'],
  ['a form after the end', { steps: [{ upTo: 'end', fill: 0 }] }, '/steps/0 The step "after the end" asks no form.'],
])('a scenario with %s fails and does not end the run', (_name, value, message) => {
  expect(run(value).diagnostics.map(({ pointer, message: said }) => `${pointer} ${said}`)).toEqual([message]);
});
