import { describe, expect, test } from 'vitest';
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
  [
    'a default that a later step maps to a valid code, or asks for again',
    [
      { default: { form: 'sports', field: 'sport', value: 'ski' } },
      { mapCode: { form: 'sports', field: 'sport', codes: { ski: 'swim' } } },
      { default: { form: 'sports', field: 'sport', value: 'golf' } },
      { askAgain: { form: 'sports' } },
    ],
    [],
  ],
  [
    'a default that later steps leave as it is',
    [
      { default: { form: 'sports', field: 'sport', value: 'ski' } },
      { mapCode: { form: 'sports', field: 'sport', codes: { golf: 'swim' } } },
    ],
    [`wrong-value ${at(0, '/default/value')}`],
  ],
  ['a part of an item that is still asked for', [{ drop: { form: 'sports', field: 'friends.phone' } }], [`wrong-value ${at(0, '/drop')}`]],
  ['what was dropped later need not be there', [{ default: { form: 'old', field: 'x', value: 1 } }, { drop: { form: 'old' } }], []],
])('K05 %s', async (_name, steps, expected) => {
  expect(await found(...steps)).toEqual(expected);
});

describe('R12 the `when` of a step', () => {
  const map = (when: string, codes = { ski: 'swim' }): MigrationStep => ({ mapCode: { form: 'sports', field: 'sport', codes, when } });
  const whenAt = (step: number) => at(step, '/mapCode/when');
  test.each<[string, MigrationStep[], string[]]>([
    ['reads the answers of all forms', [map("person.nick == 'ann' && self.sport == 'ski' && form.distance > 3.0")], []],
    ['must be true or false', [map('person.nick')], [`wrong-result ${whenAt(0)}`]],
    ['cannot read a form that is not there', [map("persons.nick == 'ann'")], [`unknown-name ${whenAt(0)}`]],
    ['cannot read an answer that is not there', [map("person.nik == 'ann'")], [`unknown-field ${whenAt(0)}`]],
    ['cannot compare with another type', [map('self.distance > "3"')], [`unlike-types ${whenAt(0)}`]],
    ['knows the codes of today and those that it maps', [map("self.sport in ['ski', 'run']")], []],
    ['knows no other codes', [map("self.sport == 'skii'")], [`never-equal ${whenAt(0)}`]],
    [
      'knows answers by the names that they had',
      [
        { mapCode: { form: 'games', field: 'game', codes: { ski: 'swim' }, when: "self.game == 'ski' && games.game == 'ski'" } },
        { rename: { form: 'games', to: 'sports' } },
        { rename: { form: 'sports', field: 'game', to: 'sport' } },
        map("self.game == 'run' && games.distance > 2.0"),
      ],
      [],
    ],
    [
      'does not know answers by later names',
      [{ rename: { form: 'sports', field: 'game', to: 'sport', when: "self.sport == 'run'" } }],
      [`unknown-field ${at(0, '/rename/when')}`],
    ],
    [
      'reads the item of a list',
      [{ askAgain: { form: 'sports', field: 'friends.phone', when: "self.name == 'Bo' && form.distance > 1.0" } }],
      [],
    ],
    [
      'finds no answer of the form in an item',
      [{ askAgain: { form: 'sports', field: 'friends.phone', when: 'self.distance > 1.0' } }],
      [`unknown-field ${at(0, '/askAgain/when')}`],
    ],
    [
      'can read what was dropped',
      [{ drop: { form: 'sports', field: 'gone', when: 'self.gone > 3' } }, { drop: { form: 'old', when: 'old.x == 1' } }],
      [],
    ],
    ['cannot read a named condition, which may change', [map('conditions.rich')], [`unknown-condition ${whenAt(0)}`]],
    ['cannot read what server and device see differently', [map("today > '2026-01-01'")], [`unknown-name ${whenAt(0)}`]],
  ])('%s', async (_name, steps, expected) => {
    expect(await found(...steps)).toEqual(expected);
  });
});
