import { expect, test } from 'vitest';
import { settleAll } from '../../../engine/form/applicability.ts';
import { checkForm } from '../../../engine/form/check.ts';
import { contextOf } from '../../../engine/form/context.ts';
import type { FieldModule, FormModule } from '../../../engine/form/types.ts';

const anything: FieldModule = { required: true, validate: () => true };
const surroundings = { answers: {}, session: {}, today: '2026-01-31', constants: {}, features: {} };

const contextFor = (module: FormModule, answers: Record<string, unknown>) => contextOf(surroundings, module.id, answers);

test('inherited object properties are no answers', () => {
  const module: FormModule = { id: 'odd', fields: { valueOf: anything, toString: anything }, rules: [] };
  expect(checkForm(module, contextFor(module, {})).map(({ path }) => path)).toEqual(['/valueOf', '/toString']);
  expect(checkForm(module, contextFor(module, { valueOf: 'a', toString: 'b' }))).toEqual([]);
});

test('a later condition does not see a dropped answer, and an earlier one keeps its own', () => {
  const contexts: unknown[] = [];
  const look = (context: { self?: Record<string, unknown> }) => Boolean(contexts.push({ ...context.self }));
  const module: FormModule = {
    id: 'chain',
    fields: {
      first: anything,
      dropped: { ...anything, when: () => false },
      last: { ...anything, when: look },
    },
    rules: [],
  };
  const given = { first: 'a', dropped: 'b', last: 'c' };
  const { answers } = settleAll(module, contextFor(module, given));
  expect(contexts).toEqual([{ first: 'a' }]);
  expect(answers).toEqual({ first: 'a', last: 'c' });
  expect(given).toEqual({ first: 'a', dropped: 'b', last: 'c' });
});
