import { expect, test } from 'vitest';
import { withhold } from '../../../engine/form/withheld.ts';

function errorOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

test('a value that only the server has stops the expression with one error, which keeps no stack', () => {
  const answers = withhold({ name: 'Ana' }, ['email', 'name']);
  expect(answers['name']).toBe('Ana');
  const error = errorOf(() => answers['email']);
  expect(error).toMatchObject({ name: 'MissingValue', stack: '' });
  expect(errorOf(() => answers['email'])).toBe(error);
});
