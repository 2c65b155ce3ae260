import { expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import type { MigrationStep } from '../../../engine/config/carryOver.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { registry } from '../compiler/fixtures/registry.ts';

async function found(...steps: MigrationStep[]): Promise<string[]> {
  const text = JSON.stringify({ $schema: '../schemas/meta/carryOver.schema.json', migrations: [{ id: 'one', steps }] });
  const { diagnostics } = await compile([...clubFiles(), { path: 'flows/carryOver.json', text }], registry);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code, pointer }) => `${code} ${pointer}`);
}

const at = (step: number, rest: string) => `/migrations/0/steps/${step}${rest}`;

test.each<[string, MigrationStep[], string[]]>([
  ['a name that no form has', [{ rename: { form: 'sports', field: 'game', to: 'sprot' } }], [`unknown-field ${at(0, '/rename')}`]],
  ['a form that is not there', [{ move: { form: 'old', field: 'nick', toForm: 'persons' } }], [`unknown-form ${at(0, '/move')}`]],
  [
    'a code that cannot be chosen',
    [{ mapCode: { form: 'sports', field: 'sport', codes: { ski: 'swimm' } } }],
    [`wrong-value ${at(0, '/mapCode/codes/ski')}`],
  ],
  [
    'a default of another type',
    [{ default: { form: 'sports', field: 'distance', value: 'far' } }],
    [`wrong-value ${at(0, '/default/value')}`],
  ],
  [
    'a step that the flow does not have',
    [{ renameStep: { flow: 'joining', step: 'a', to: 'b' } }],
    [`unknown-field ${at(0, '/renameStep/to')}`],
  ],
  ['two things in one step', [{ drop: { form: 'a' }, askAgain: { form: 'sports' } }], [`wrong-value ${at(0, '')}`]],
  [
    'names of the past are let through when they lead to one of today',
    [
      { rename: { form: 'games', field: 'kind', to: 'game' } },
      { rename: { form: 'games', to: 'sports' } },
      { rename: { form: 'sports', field: 'game', to: 'sport' } },
      { drop: { form: 'gone' } },
      { askAgain: { form: 'sports', field: 'friends.phone' } },
    ],
    [],
  ],
  ['what was dropped later need not be there', [{ default: { form: 'old', field: 'x', value: 1 } }, { drop: { form: 'old' } }], []],
])('K05 %s', async (_name, steps, expected) => {
  expect(await found(...steps)).toEqual(expected);
});
