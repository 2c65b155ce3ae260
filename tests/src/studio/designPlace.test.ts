import { expect, test } from 'vitest';
import { Design } from '../../../src/studio/blocks/designer/design.ts';

const file = 'flows/a.json';
const around = (value: object, pointer: string) =>
  new Design({ paths: [file], text: () => JSON.stringify(value) }, {}).around({ file, pointer });

test('T06 a place in a list is told from the one that another item brings to its pointer', () => {
  const before = { steps: [{ screen: 'a' }, { screen: 'b' }] };
  const place = '/steps/1/when';
  const was = around(before, place);
  expect(around({ steps: [{ screen: 'a' }, { screen: 'b', when: 'typed' }] }, place)).toBe(was);
  expect(around({ steps: [{ screen: 'new' }, { screen: 'a' }, { screen: 'b' }] }, place)).not.toBe(was);
  expect(around({ steps: [{ screen: 'b' }, { screen: 'a' }] }, place)).not.toBe(was);
  expect(around({ steps: [{ screen: 'a' }] }, place)).not.toBe(was);
  expect(around(before, '/title')).toBeUndefined();
});
