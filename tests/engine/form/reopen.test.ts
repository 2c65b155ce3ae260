import { describe, expect, test } from 'vitest';
import { contextOf } from '../../../engine/form/context.ts';
import { forbiddenChanges } from '../../../engine/form/reopen.ts';
import { formModule, must, surroundings } from './support.ts';

const form = formModule(
  'identity',
  {
    idType: {},
    idNumber: {},
    name: {},
    spouse: { when: (self) => must(self['idType']) === 'a' },
    note: {},
    again: { 'x-transient': true },
  },
  ['idType', 'idNumber', 'name'],
  [
    {
      scope: '',
      at: 'idNumber',
      error: 'format',
      reads: ['idType', 'idNumber'],
      assert: ({ self }) => String(must(self?.['idNumber'])).startsWith(String(must(self?.['idType']))),
    },
  ],
);
const before = { idType: 'a', idNumber: 'a1', name: 'Ana' };
const changes = (after: Record<string, unknown>, open: string[]) =>
  forbiddenChanges(form, contextOf(surroundings, 'identity', after), { open: new Set(open), before });

describe('a save after a send-back', () => {
  test('may change what was asked again', () => {
    expect(changes({ ...before, name: 'Anna' }, ['name'])).toEqual([]);
  });

  test('may not change anything else that was answered', () => {
    expect(changes({ ...before, name: 'Anna', idNumber: 'a2' }, ['name'])).toEqual(['idNumber']);
    expect(changes({ idType: 'a', idNumber: 'a1' }, ['idType'])).toEqual(['name']);
  });

  test('may change what cannot stay as it was', () => {
    expect(changes({ ...before, idType: 'b', idNumber: 'b1' }, ['idType'])).toEqual([]);
    expect(changes({ ...before, idType: 'b', idNumber: 'b1' }, ['name'])).toEqual(['idType', 'idNumber']);
  });

  test('may leave out what no longer applies', () => {
    const given = { ...before, spouse: 'Ben' };
    const after = contextOf(surroundings, 'identity', { idType: 'b', idNumber: 'b1', name: 'Ana', spouse: 'Ben' });
    expect(forbiddenChanges(form, after, { open: new Set(['idType']), before: given })).toEqual([]);
  });

  test('may answer what was not answered', () => {
    expect(changes({ ...before, note: 'x', again: 'y' }, ['name'])).toEqual([]);
  });
});
