import { expect, test } from 'vitest';
import { editsBetween, mergeFiles, stateOfChange, withEdits } from '../../../engine/merge/index.ts';

const file = (path: string, text: string) => ({ path, text });
const base = [
  file('flows/a.json', '{ "tabs": [{ "key": "home", "route": "/home" }, { "key": "my", "route": "/my" }], "go": "/a" }'),
  file('flows/b.json', '{}'),
  file('locales/en/documents/terms.md', 'One\n\nTwo\n\nThree\n'),
  file('flows/gone.json', '{}'),
];

test('T11 the state of a change names what it adds, changes and removes, with the places', () => {
  const edited = [
    file('locales/en/documents/terms.md', 'One\n\n2\n\nThree\nFour\n'),
    file(
      'flows/a.json',
      '{ "go": "/b", "tabs": [{ "key": "new", "route": "/new" }, { "key": "home", "route": "/" }, { "key": "my", "route": "/my" }] }',
    ),
    { path: 'flows/gone.json' },
    file('flows/b.json', '{}'),
    file('flows/new.json', '{}'),
  ];
  const none = { differences: [], lines: [] };
  expect(stateOfChange(base, edited)).toEqual([
    {
      path: 'flows/a.json',
      is: 'changed',
      differences: [
        { is: 'added', before: '/tabs', after: '/tabs/0', now: { key: 'new', route: '/new' } },
        { is: 'changed', before: '/tabs/0/route', after: '/tabs/1/route', was: '/home', now: '/' },
        { is: 'changed', before: '/go', after: '/go', was: '/a', now: '/b' },
      ],
      lines: [],
    },
    { path: 'flows/gone.json', is: 'removed', ...none },
    { path: 'flows/new.json', is: 'added', ...none },
    {
      path: 'locales/en/documents/terms.md',
      is: 'changed',
      differences: [],
      lines: [
        { line: 2, was: ['Two'], now: ['2'] },
        { line: 5, was: [], now: ['Four'] },
      ],
    },
  ]);
});

test('T11 a file that is not valid JSON shows its lines', () => {
  expect(stateOfChange(base, [file('flows/b.json', '{')])).toEqual([
    { path: 'flows/b.json', is: 'changed', differences: [], lines: [{ line: 0, was: ['{}'], now: ['{'] }] },
  ]);
});

test('T01 a change is its files over those of the release, and can be moved to another release', () => {
  const edited = [file('flows/b.json', '{ "b": 1 }'), { path: 'flows/gone.json' }, file('flows/new.json', '{}')];
  const mine = withEdits(base, edited);
  expect(mine.map(({ path }) => path)).toEqual(['flows/a.json', 'flows/b.json', 'locales/en/documents/terms.md', 'flows/new.json']);
  expect(mine[0]).toBe(base[0]);
  expect(editsBetween(base, mine)).toEqual(edited);
  const active = withEdits(base, [file('flows/b.json', '{ "a": 1 }')]);
  const merged = mergeFiles(base, mine, active);
  expect(merged.conflicts).toEqual([]);
  expect(editsBetween(active, merged.files)).toEqual([file('flows/b.json', '{ "a": 1, "b": 1 }'), ...edited.slice(1)]);
});
