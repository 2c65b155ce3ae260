import { describe, expect, test } from 'vitest';
import { mergeFile, mergeFiles, resolve, type Conflict, type Merged } from '../../../engine/merge/index.ts';

const merge = (base: string, mine: string, theirs: string, path = 'flows/a.json') => mergeFile(path, { base, mine, theirs });
const values = (base: unknown, mine: unknown, theirs: unknown) => {
  const { content, conflicts } = merge(JSON.stringify(base), JSON.stringify(mine), JSON.stringify(theirs));
  return { value: JSON.parse(content ?? 'null') as unknown, conflicts };
};
const step = (id: string, more = {}) => ({ id, ...more });

const flow = `{
  "id": "claim",
  "steps": [
    { "id": "policy", "route": "/policy", "minutes": 1 },
    { "id": "incident", "route": "/incident", "minutes": 2 },
    { "id": "payout", "route": "/payout", "minutes": 1 }
  ],
  "onComplete": { "go": "/done" }
}
`;

describe('merging a JSON file', () => {
  test('T01 keeps edits of different steps and the layout of mine', () => {
    const mine = flow.replace('"minutes": 2', '"minutes": 3');
    const theirs = flow
      .replace('"/payout", "minutes": 1', '"/payout", "minutes": 4')
      .replace('    { "id": "payout"', '    { "id": "witness", "route": "/witness" },\n    { "id": "payout"');
    expect(merge(flow, mine, theirs)).toEqual({
      content: `{
  "id": "claim",
  "steps": [
    { "id": "policy", "route": "/policy", "minutes": 1 },
    { "id": "incident", "route": "/incident", "minutes": 3 },
    { "id": "witness", "route": "/witness" },
    { "id": "payout", "route": "/payout", "minutes": 4 }
  ],
  "onComplete": { "go": "/done" }
}
`,
      conflicts: [],
    });
  });

  test('T01 keeps comments of mine, and new values have the layout of theirs', () => {
    const base = '{\n  // The order of the steps.\n  "steps": [],\n  "go": "/a" // Where it starts.\n}\n';
    const theirs = '{\n  "steps": [],\n  "go": "/b",\n  "with": {\n    "name": "x"\n  }\n}\n';
    const mine = base.replace('[]', '["a"]');
    expect(merge(base, mine, theirs)).toEqual({
      content:
        '{\n  // The order of the steps.\n  "steps": ["a"],\n  "go": "/b", // Where it starts.\n  "with": {\n    "name": "x"\n  }\n}\n',
      conflicts: [],
    });
  });

  test('T01 puts a new property behind its neighbour', () => {
    const merged = merge('{ "a": 1, "b": 2, "c": 3 }', '{ "a": 1, "b": 2, "c": 4 }', '{ "a": 1, "new": 0, "b": 2, "c": 3 }');
    expect(merged).toEqual({ content: '{ "a": 1, "new": 0, "b": 2, "c": 4 }', conflicts: [] });
  });

  test('T01 takes the same change on both sides once', () => {
    const [base, both] = [{ steps: [step('a')] }, { steps: [step('b'), step('a', { when: 'x' })], title: 'new' }];
    expect(values(base, { ...both, one: 1 }, { ...both, two: 2 })).toEqual({ value: { ...both, one: 1, two: 2 }, conflicts: [] });
  });

  test('T01 shows a value that both changed, with all three', () => {
    const { value, conflicts } = values(
      { steps: [step('a', { n: 1 })] },
      { steps: [step('new'), step('a', { n: 2 })] },
      { steps: [step('a', { n: 3 })] },
    );
    expect(value).toEqual({ steps: [step('new'), step('a', { n: 2 })] });
    expect(conflicts).toEqual([{ at: 'value', pointer: '/steps/1/n', base: 1, mine: 2, theirs: 3 }]);
  });

  test('T01 shows what one removed and the other changed', () => {
    const base = { steps: [step('a'), step('b'), step('c')], words: { old: 'x' } };
    const fewer = { steps: [step('a'), step('c')], words: {} };
    const edited = { steps: [step('a'), step('b', { when: 'x' }), step('c')], words: { old: 'y' } };
    const [removed, changed] = [step('b'), step('b', { when: 'x' })];
    expect(values(base, fewer, edited)).toEqual({
      value: fewer,
      conflicts: [
        { at: 'value', pointer: '/steps/1', base: removed, theirs: changed },
        { at: 'value', pointer: '/words/old', base: 'x', theirs: 'y' },
      ],
    });
    expect(values(base, edited, fewer)).toEqual({
      value: edited,
      conflicts: [
        { at: 'value', pointer: '/steps/1', base: removed, mine: changed },
        { at: 'value', pointer: '/words/old', base: 'x', mine: 'y' },
      ],
    });
  });

  test('T01 keeps the move of one side and the edit of the other', () => {
    const [a, b, c] = [step('a'), step('b'), step('c')];
    expect(values([a, b, c], [c, a, b], [a, step('b', { when: 'x' }), step('new'), c]).value).toEqual([
      c,
      a,
      step('b', { when: 'x' }),
      step('new'),
    ]);
    expect(values([a, b, c], [c, a, b], [b, a, c]).conflicts).toEqual([
      { at: 'value', pointer: '', base: [a, b, c], mine: [c, a, b], theirs: [b, a, c] },
    ]);
  });

  test('T01 merges codes by value and numbers as a whole', () => {
    expect(values(['a', 'b'], ['a', 'b', 'mine'], ['b', 'theirs'])).toEqual({ value: ['b', 'mine', 'theirs'], conflicts: [] });
    expect(values([1, 2], [1, 2, 3], [0, 1, 2]).conflicts).toEqual([
      { at: 'value', pointer: '', base: [1, 2], mine: [1, 2, 3], theirs: [0, 1, 2] },
    ]);
  });

  const [title, amount, button] = [
    { block: 'text', text: 'title' },
    { block: 'text', text: 'amount' },
    { block: 'button', go: '/next' },
  ];

  test('T01 tells blocks without an id apart by what stays and by their neighbours', () => {
    const edited = { ...amount, tone: 'warning' };
    expect(
      values([title, amount, button], [{ ...title, look: 'big' }, amount, button], [title, edited, { block: 'form' }, button]),
    ).toEqual({
      value: [{ ...title, look: 'big' }, edited, { block: 'form' }, button],
      conflicts: [],
    });
  });

  test('T01 shows a list whole if an edit could go to the wrong block', () => {
    const [base, mine, theirs] = [[title, amount], [{ block: 'text', text: 'sum' }], [{ ...title, when: 'x' }, amount]];
    expect(values(base, mine, theirs)).toEqual({ value: mine, conflicts: [{ at: 'value', pointer: '', base, mine, theirs }] });
  });

  test('T01 never takes one id for another', () => {
    const { value, conflicts } = values([step('a', { n: 1 })], [step('b', { n: 1 })], [step('a', { n: 2 })]);
    expect(value).toEqual([step('b', { n: 1 })]);
    expect(conflicts).toEqual([{ at: 'value', pointer: '/0', base: step('a', { n: 1 }), theirs: step('a', { n: 2 }) }]);
  });

  test('T01 does not take the name of a picture for that of its block', () => {
    const picture = { block: 'illustration', name: 'home' };
    const merged = values([picture, button], [{ ...picture, name: 'cash' }, button], [{ ...picture, when: 'x' }, button]);
    expect(merged).toEqual({ value: [{ ...picture, name: 'cash', when: 'x' }, button], conflicts: [] });
  });

  test('T01 follows a decision row that gets its first id', () => {
    const [row, last] = [{ when: 'x', go: 1 }, { go: 0 }];
    expect(values([row, last], [{ ...row, id: 'x' }, last], [{ ...row, go: 2 }, last])).toEqual({
      value: [{ ...row, id: 'x', go: 2 }, last],
      conflicts: [],
    });
  });

  test('T01 merges a file by lines while it is not valid JSON', () => {
    const mine = flow.replace('"id": "claim",', '"id": "claim"');
    const merged = merge(flow, mine, flow.replace('/done', '/end'));
    expect(merged).toEqual({ content: mine.replace('/done', '/end'), conflicts: [] });
  });

  test('T01 does not change a prototype', () => {
    const merged = merge('{}', '{ "a": 1 }', '{ "__proto__": { "polluted": true } }');
    expect(merged.conflicts).toHaveLength(1);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('merging a text', () => {
  const base = '# Rules\n\nOne.\n\nTwo.\n\nThree.\n';

  test('T01 keeps changes of different lines', () => {
    const merged = merge(base, base.replace('One', 'Mine'), base.replace('Three', 'Theirs'), 'locales/en/documents/a.md');
    expect(merged).toEqual({ content: '# Rules\n\nMine.\n\nTwo.\n\nTheirs.\n', conflicts: [] });
  });

  test('T01 shows lines that both changed, and the decision moves later ones', () => {
    const mine = base.replace('One.', 'Mine 1.').replace('Three.', 'Mine 3.');
    const theirs = base.replace('One.', 'Theirs 1.\nMore.').replace('Three.', 'Theirs 3.');
    const merged = merge(base, mine, theirs, 'a.md');
    expect(merged.content).toBe(mine);
    expect(merged.conflicts).toEqual([
      { at: 'lines', line: 2, base: ['One.'], mine: ['Mine 1.'], theirs: ['Theirs 1.', 'More.'] },
      { at: 'lines', line: 6, base: ['Three.'], mine: ['Mine 3.'], theirs: ['Theirs 3.'] },
    ]);
    expect(decided(merged, 0, 0)).toBe(theirs);
    expect(decided(merged, 1, 0)).toBe(theirs);
  });

  test('T01 keeps the ends of lines of mine', () => {
    const merged = merge(base, base.replace('One', 'Mine').replaceAll('\n', '\r\n'), base.replace('Three', 'Theirs'), 'a.md');
    expect(merged.content).toBe('# Rules\r\n\r\nMine.\r\n\r\nTwo.\r\n\r\nTheirs.\r\n');
  });
});

/** Resolves the conflicts with theirs, each time the one at the next index. */
function decided(merged: Merged, ...order: number[]): string | undefined {
  const done = order.reduce<Merged>((state, index) => {
    const now = resolve(state, state.conflicts[index] as Conflict, 'theirs');
    if ('refused' in now) throw new Error(now.refused);
    return now;
  }, merged);
  expect(done.conflicts).toEqual([]);
  return done.content;
}

describe('deciding conflicts', () => {
  const ids = (content: string | undefined) => (JSON.parse(content ?? '[]') as { id: string }[]).map(({ id }) => id).join('');
  const list = (text: string) =>
    JSON.stringify(text.split(' ').map((each) => step(each[0] ?? '', each.length > 1 ? { n: each.slice(1) } : {})));

  test('T01 inserts removed items in their order, whichever is decided first', () => {
    const merged = merge(list('a b c d'), list('a d1'), list('a b1 c1 d2'));
    expect(merged.conflicts.map((each) => each.at === 'value' && each.pointer)).toEqual(['/1', '/1', '/1/n']);
    for (const order of [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [2, 1, 0],
      [2, 0, 0],
      [0, 1, 0],
    ]) {
      expect(JSON.parse(decided(merged, ...order) ?? '')).toEqual(JSON.parse(list('a b1 c1 d2')));
    }
  });

  test('T01 removes changed items, whichever is decided first', () => {
    const merged = merge(list('a b c d'), list('a b1 c1 d1'), list('a d2'));
    for (const order of [
      [0, 0, 0],
      [1, 0, 0],
      [2, 1, 0],
      [0, 1, 0],
    ])
      expect(ids(decided(merged, ...order))).toBe('ad');
  });

  test('T01 leaves mine as it is', () => {
    const merged = merge(list('a b'), list('a1 b'), list('a2 b'));
    expect(resolve(merged, merged.conflicts[0] as Conflict, 'mine')).toEqual({ content: merged.content, conflicts: [] });
  });

  test('T01 refuses to overwrite what was edited since', () => {
    const merged = merge(list('a b'), list('a1 b'), list('a2 b'));
    const since = { ...merged, content: list('a3 b') };
    expect(resolve(since, merged.conflicts[0] as Conflict, 'theirs')).toEqual({ refused: 'changed' });
  });
});

describe('merging long lists and objects', () => {
  // Each is so long that a comparison of each item with each other would outlast the time limit of the test.
  const names = (prefix: string, count = 15_000) => Array.from({ length: count }, (_, index) => `${prefix}${(index * 7919) % count}`);

  test('T01 finishes if each side replaced every string', () => {
    expect(values(names('a'), names('b'), names('c'))).toEqual({ value: [...names('b'), ...names('c')], conflicts: [] });
  });

  test('T01 finishes if each side added many strings', () => {
    const base = names('a', 3);
    const { value, conflicts } = values(base, [...names('b'), ...base], [...base, ...names('c')]);
    expect({ value, conflicts }).toEqual({ value: [...names('b'), ...base, ...names('c')], conflicts: [] });
  });

  test('T01 finishes if one side removed many strings and the other added one', () => {
    const base = names('a');
    expect(values(base, base.slice(0, 1), [...base, 'b'])).toEqual({ value: [...base.slice(0, 1), 'b'], conflicts: [] });
  });

  test('T01 finishes if each side replaced every property', () => {
    const object = (prefix: string) => Object.fromEntries(names(prefix).map((key) => [key, 1]));
    expect(values(object('a'), object('b'), object('c'))).toEqual({ value: { ...object('b'), ...object('c') }, conflicts: [] });
  });

  test('T01 finishes for blocks without an id, and for equal items', () => {
    const blocks = (prefix: string) => names(prefix).map((text) => ({ block: 'text', text }));
    expect(values(blocks('a'), blocks('b'), blocks('c')).conflicts).toMatchObject([{ pointer: '' }]);
    const equal = names('').map(() => ({ block: 'text', text: 'a' }));
    expect(values(equal, [...equal, { block: 'a' }], [{ block: 'b' }, ...equal]).conflicts).toEqual([]);
  });
});

describe('merging all files', () => {
  const file = (path: string, text: string) => ({ path, text });

  test('T01 takes new and removed files of both sides', () => {
    const [a, b, c] = [file('a.json', '{}'), file('b.json', '{}'), file('c.json', '{}')];
    const merged = mergeFiles([a, b, c], [a, c, file('mine.json', '1')], [a, b, file('theirs.json', '2')]);
    expect(merged).toEqual({ files: [a, file('mine.json', '1'), file('theirs.json', '2')], conflicts: [] });
    expect(merged.files[0]).toBe(a);
  });

  test('T01 shows a file that one removed and the other changed', () => {
    const [old, edited] = [file('a.md', 'One'), file('a.md', 'Two')];
    const conflict = { at: 'file', base: 'One', theirs: 'Two' };
    expect(mergeFiles([old], [], [edited])).toEqual({ files: [], conflicts: [{ path: 'a.md', conflicts: [conflict] }] });
    expect(mergeFiles([old], [edited], [])).toEqual({
      files: [edited],
      conflicts: [{ path: 'a.md', conflicts: [{ at: 'file', base: 'One', mine: 'Two' }] }],
    });
    expect(decided({ content: undefined, conflicts: [conflict as Conflict] }, 0)).toBe('Two');
  });

  test('T01 merges a file that both added', () => {
    const merged = mergeFiles([], [file('a.json', '{ "a": 1, "b": 1 }')], [file('a.json', '{ "a": 1, "b": 2, "c": 3 }')]);
    expect(merged).toEqual({
      files: [file('a.json', '{ "a": 1, "b": 1, "c": 3 }')],
      conflicts: [{ path: 'a.json', conflicts: [{ at: 'value', pointer: '/b', mine: 1, theirs: 2 }] }],
    });
  });
});
