import { describe, expect, test } from 'vitest';
import type { PropertySchema } from '../../../engine/config/form.ts';
import { loadPart } from '../../../engine/compiler/index.ts';
import { standaloneValidators } from '../../../engine/compiler/release/validators.ts';
import type { Validator } from '../../../engine/form/types.ts';

async function problemsOf(schema: PropertySchema, value: unknown): Promise<string[]> {
  const { code, names } = standaloneValidators({ id: 'form', properties: { answer: schema } });
  const body = `${code}\nexport const validate = ${names['answer']};`;
  const { validate } = (await loadPart({ name: '', type: 'text/javascript', body })) as { validate: Validator };
  return validate(value) ? [] : (validate.errors ?? []).map(({ keyword, instancePath }) => `${instancePath} ${keyword}`);
}

const person: PropertySchema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
    phone: { anyOf: [{ type: 'string', maxLength: 4, pattern: '^9' }, { type: 'integer' }] },
  },
  required: ['name', 'phone'],
};
const people: PropertySchema = { type: 'array', minItems: 2, maxItems: 3, items: person };

describe('the validator of an answer with many inputs', () => {
  test('reports the problems of each input', async () => {
    expect(await problemsOf(people, [{ phone: '9' }, { name: 'a', phone: '9' }, { name: 'bo' }])).toEqual([
      '/0 required',
      '/1/name minLength',
      '/2 required',
    ]);
    expect(await problemsOf(people, [{ name: 'A' }])).toEqual(['/0 required', '/0/name minLength', ' minItems']);
    expect(
      await problemsOf(people, [
        { name: 'bo', phone: 9 },
        { name: 'bo', phone: '91' },
      ]),
    ).toEqual([]);
    expect(await problemsOf(people, 'nobody')).toEqual([' type']);
    expect(await problemsOf(person, {})).toEqual([' required', ' required']);
  });

  test('reports one problem per input, so that no pattern runs on a too long text', async () => {
    expect(await problemsOf(person, { name: 'A'.repeat(6), phone: 1 })).toEqual(['/name maxLength']);
    const alternatives = await problemsOf(person, { name: 'bo', phone: '8'.repeat(5) });
    expect(alternatives).toContain('/phone anyOf');
    expect(alternatives).toContain('/phone maxLength');
    expect(alternatives).not.toContain('/phone pattern');
  });

  test('does not check the items of a too long list', async () => {
    expect(await problemsOf(people, [{}, {}, {}, {}])).toEqual([' maxItems']);
  });
});
