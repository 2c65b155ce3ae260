import { describe, expect, test } from 'vitest';
import { createCompiler } from '../../../engine/compiler/index.ts';
import { claimFiles, claimRegistry } from './fixtures/shipped.ts';

const compiler = createCompiler(claimRegistry);
const path = 'tests/scenarios/tried.scenario.json';

async function compiled(scenario: object, files = claimFiles) {
  const value = { $schema: '../../schemas/meta/scenario.schema.json', id: 'tried', title: 'Tried.', flow: 'claim', ...scenario };
  return compiler.compile([...files, { path, text: JSON.stringify(value, undefined, 2) }]);
}

async function findings(scenario: object, files = claimFiles): Promise<string[]> {
  const { diagnostics } = await compiled(scenario, files);
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, pointer, message, fix = '' }) => `${code} ${pointer} ${message} ${fix}`.trim());
}
const ofStep = (step: object) => findings({ steps: [step] });

describe('K05 a scenario that names', () => {
  test('what exists has no findings, and is no part of the release', async () => {
    const steps = [
      { upTo: 'itemDetails:1', expect: { position: 'itemDetails:1', path: ['policy', 'itemDetails:1'], asksNot: ['serialNumber'] } },
      {
        answer: { 'itemDetails:1': { age: 'new' }, incident: { kind: '' } },
        expect: { problems: ['/serialNumber required', '/ refused'] },
      },
      { open: '/itemReceipt/2?from=mail', sendBack: [{ form: 'items', field: 'lost', part: '/0/pesos', reason: 'notPlausible' }] },
      { guest: { relation: 'family' }, decide: 'claims', upTo: 'end' },
      { happen: { lifeCycle: 'claim', from: 'review', event: 'approved' }, expect: { state: 'approved', effects: ['tellClaim'] } },
      { change: ['payout.account'], expect: { position: 'complete', shows: { '/home': ['Paid'] }, stored: { items: { lost: [] } } } },
    ];
    const { diagnostics, release } = await compiled({ language: 'fil', steps });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(release?.hash).toBe((await compiler.compile(claimFiles)).release?.hash);
  });

  test('an unknown flow has one finding', async () => {
    expect(await findings({ flow: 'claims', steps: [{ upTo: 'nowhere' }] })).toEqual([
      'unknown-flow /flow There is no flow "claims". Did you mean "claim"?',
    ]);
  });

  test.each<[string, object, string]>([
    ['step', { upTo: 'itemDetail:1' }, 'unknown-step /steps/0/upTo There is no step "itemDetail". Did you mean "itemDetails"?'],
    [
      'position',
      { expect: { position: 'itens' } },
      'unknown-step /steps/0/expect/position There is no step "itens". Did you mean "items"?',
    ],
    ['form', { answer: { polcy: { number: 'x' } } }, 'unknown-form /steps/0/answer/polcy There is no form "polcy". Did you mean "policy"?'],
    [
      'field',
      { given: { policy: { nummer: 'x' } } },
      'unknown-field /steps/0/given/policy/nummer There is no field "nummer". Did you mean "number"?',
    ],
    [
      'field in an expectation',
      { expect: { asksNot: ['reportNummer'] } },
      'unknown-field /steps/0/expect/asksNot/0 There is no field "reportNummer". Did you mean "reportNumber"?',
    ],
    [
      'field with a problem',
      { expect: { problems: ['/numbr required'] } },
      'unknown-field /steps/0/expect/problems/0 There is no field "numbr". Did you mean "number"?',
    ],
    [
      'field of a form that is tried',
      { try: { form: 'policy', answers: {} }, expect: { problems: ['/kind required'] } },
      'unknown-field /steps/0/expect/problems/0 There is no field "kind".',
    ],
    ['route', { open: '/polcy' }, 'unknown-route /steps/0/open There is no route "/polcy". Did you mean "/policy"?'],
    [
      'route of a screen',
      { expect: { shows: { '/hom': ['x'] } } },
      'unknown-route /steps/0/expect/shows/~1hom There is no route "/hom". Did you mean "/home"?',
    ],
    [
      'code',
      { answer: { incident: { kind: 'thefd' } } },
      'unknown-code /steps/0/answer/incident/kind There is no code "thefd". Did you mean "theft"?',
    ],
    [
      'life cycle',
      { happen: { lifeCycle: 'clam', from: 'x', event: 'y' } },
      'unknown-life-cycle /steps/0/happen/lifeCycle There is no life cycle "clam". Did you mean "claim"?',
    ],
    [
      'reason',
      { sendBack: [{ form: 'policy', field: 'number', reason: 'notYour' }] },
      'unknown-reason /steps/0/sendBack/0/reason There is no reason "notYour". Did you mean "notYours"?',
    ],
  ])('an unknown %s has one finding', async (_name, step, finding) => {
    expect(await ofStep(step)).toEqual([finding]);
  });

  test('a code that is meant to be refused has none', async () => {
    expect(await ofStep({ answer: { incident: { kind: 'thefd' } }, expect: { problems: ['/kind enum'] } })).toEqual([]);
  });

  test('something that a broken file would define has none', async () => {
    const broken = claimFiles.map((file) => (file.path === 'schemas/forms/policy.schema.json' ? { ...file, text: '{' } : file));
    expect(await findings({ steps: [{ answer: { policy: { nummer: 'x' } } }] }, broken)).toEqual([expect.stringMatching(/^json-syntax/)]);
  });
});
