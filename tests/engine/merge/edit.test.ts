import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyItem, insertItem, moveItem, removeValue, renameKey, setValue, type Edited } from '../../../engine/merge/index.ts';
import { pointerTo } from '../../../engine/compiler/project/document.ts';
import { nodesOf, put, shipped, type Json } from './support.ts';

const text = (edited: Edited): string => {
  if ('refused' in edited) throw new Error(edited.refused);
  return edited.text;
};

const flow = `{
  "id": "claim",
  "steps": [
    { "id": "policy", "route": "/policy" },
    // Asked by law.
    { "id": "incident", "route": "/incident" },
    { "id": "payout", "route": "/payout" } // The last one.
  ],
  "codes": ["a", "b"],
  "onComplete": { "go": "/done" }
}
`;
const isFilled = (list: Json[]) => list.every((item) => typeof item !== 'object') && JSON.stringify(list).length > 100;
const lines = (all: string) => all.split('\n');
/** The lines that differ, with `-` and `+`. */
const changes = (now: string, before = flow) => [
  ...lines(before)
    .filter((line) => !lines(now).includes(line))
    .map((line) => `-${line}`),
  ...lines(now)
    .filter((line) => !lines(before).includes(line))
    .map((line) => `+${line}`),
];

describe('an edit of a file', () => {
  test('T06 sets a value and leaves the rest', () => {
    expect(changes(text(setValue(flow, '/onComplete/go', '/end')))).toEqual([
      '-  "onComplete": { "go": "/done" }',
      '+  "onComplete": { "go": "/end" }',
    ]);
    expect(changes(text(setValue(flow, '/steps/1', { id: 'incident', route: '/what', when: 'x' })))).toEqual([
      '-    { "id": "incident", "route": "/incident" },',
      '+    { "id": "incident", "route": "/what", "when": "x" },',
    ]);
  });

  test('T06 adds a property last', () => {
    expect(changes(text(setValue(flow, '/steps/0/when', 'x')))).toEqual([
      '-    { "id": "policy", "route": "/policy" },',
      '+    { "id": "policy", "route": "/policy", "when": "x" },',
    ]);
    expect(changes(text(setValue(flow, '/more', [1])))).toEqual([
      '-  "onComplete": { "go": "/done" }',
      '+  "onComplete": { "go": "/done" },',
      '+  "more": [1]',
    ]);
  });

  test('T06 inserts an item at its place', () => {
    const item = { id: 'new', route: '/new' };
    const added = (index: number) => lines(text(insertItem(flow, '/steps', index, item))).slice(2, 8);
    const line = '    { "id": "new", "route": "/new" }';
    expect(added(0)).toEqual(['  "steps": [', `${line},`, ...lines(flow).slice(3, 7)]);
    expect(added(1)).toEqual([...lines(flow).slice(2, 4), `${line},`, ...lines(flow).slice(4, 7)]);
    expect(added(3)).toEqual([...lines(flow).slice(2, 6), '    { "id": "payout", "route": "/payout" }, // The last one.', line]);
    expect(changes(text(insertItem(flow, '/codes', 1, 'new')))).toEqual(['-  "codes": ["a", "b"],', '+  "codes": ["a", "new", "b"],']);
  });

  test('T06 removes an item with its comments', () => {
    expect(changes(text(removeValue(flow, '/steps/1')))).toEqual([
      '-    // Asked by law.',
      '-    { "id": "incident", "route": "/incident" },',
    ]);
    expect(changes(text(removeValue(flow, '/steps/2')))).toEqual([
      '-    { "id": "incident", "route": "/incident" },',
      '-    { "id": "payout", "route": "/payout" } // The last one.',
      '+    { "id": "incident", "route": "/incident" }',
    ]);
    const emptied = [1, 1, 0].reduce((now, index) => text(removeValue(now, `/steps/${index}`)), text(removeValue(flow, '/onComplete')));
    expect(emptied).toBe('{\n  "id": "claim",\n  "steps": [],\n  "codes": ["a", "b"]\n}\n');
  });

  test('T06 moves an item with its comments', () => {
    expect(lines(text(moveItem(flow, '/steps/1', '/steps', 2))).slice(2, 8)).toEqual([
      '  "steps": [',
      '    { "id": "policy", "route": "/policy" },',
      '    { "id": "payout", "route": "/payout" }, // The last one.',
      '    // Asked by law.',
      '    { "id": "incident", "route": "/incident" }',
      '  ],',
    ]);
    expect(changes(text(moveItem(flow, '/codes/1', '/codes', 0)))).toEqual(['-  "codes": ["a", "b"],', '+  "codes": ["b", "a"],']);
  });

  const screen = `{
  "blocks": [
    {
      "block": "group",
      "blocks": [
        {
          "block": "text"
        }
      ]
    },
    { "block": "button" },
    {
      "block": "group",
      "blocks": []
    }
  ]
}
`;

  test('T06 moves an item into another list, and copies one', () => {
    expect(JSON.parse(text(moveItem(screen, '/blocks/1', '/blocks/2/blocks', 0)))).toEqual({
      blocks: [
        { block: 'group', blocks: [{ block: 'text' }] },
        { block: 'group', blocks: [{ block: 'button' }] },
      ],
    });
    expect(text(moveItem(screen, '/blocks/0/blocks/0', '/blocks', 0))).toBe(`{
  "blocks": [
    {
      "block": "text"
    },
    {
      "block": "group",
      "blocks": []
    },
    { "block": "button" },
    {
      "block": "group",
      "blocks": []
    }
  ]
}
`);
    expect(changes(text(copyItem(screen, '/blocks/1', '/blocks', 0)), screen)).toEqual([]);
    expect(JSON.parse(text(copyItem(screen, '/blocks/0', '/blocks/2/blocks', 0)))).toHaveProperty(
      'blocks.2.blocks.0.blocks.0.block',
      'text',
    );
  });

  test('T06 renames a property at its place', () => {
    expect(changes(text(renameKey(flow, '/onComplete/go', 'to')))).toEqual([
      '-  "onComplete": { "go": "/done" }',
      '+  "onComplete": { "to": "/done" }',
    ]);
    expect(text(renameKey(flow, '/id', 'id'))).toBe(flow);
  });

  test('T06 fills the lines of a list that has several items on each', () => {
    const code = (index: number) => `"${String(index).padStart(18, 'x')}"`;
    const list = (...all: number[][]) => `{\n  "enum": [\n${all.map((line) => `    ${line.map(code).join(', ')}`).join(',\n')}\n  ]\n}\n`;
    const [first, second] = [
      [1, 2, 3, 4, 5, 6],
      [7, 8],
    ];
    expect(text(insertItem(list(first, second), '/enum', 1, '0'.padStart(18, 'x')))).toBe(list([1, 0, 2, 3, 4, 5], [6, 7, 8]));
    expect(text(removeValue(list(first, second), '/enum/0'))).toBe(list([2, 3, 4, 5, 6, 7], [8]));
  });

  test('T06 writes a value as its neighbours are written', () => {
    const words = '{\n  "days": {\n    "one": "day"\n  }\n}\n';
    expect(text(setValue(words, '/weeks', { one: 'week' }))).toBe(
      '{\n  "days": {\n    "one": "day"\n  },\n  "weeks": {\n    "one": "week"\n  }\n}\n',
    );
    const long = text(setValue(flow, '/onComplete/with', { name: 'x'.repeat(80), value: ['y'.repeat(10)] }));
    expect(long.slice(long.indexOf('  "onComplete"'))).toBe(`  "onComplete": {
    "go": "/done",
    "with": { "name": "${'x'.repeat(80)}", "value": ["${'y'.repeat(10)}"] }
  }
}
`);
  });

  test('T06 says why it changes nothing', () => {
    const refused = (edited: Edited) => ('refused' in edited ? edited.refused : 'text');
    expect(refused(setValue('{', '/id', 1))).toBe('unreadable');
    expect(refused(setValue(flow, '/nothing/here', 1))).toBe('missing');
    expect(refused(setValue(flow, '/codes/2', 1))).toBe('missing');
    expect(refused(setValue(flow, '/id/inner', 1))).toBe('noObject');
    expect(refused(removeValue(flow, ''))).toBe('missing');
    expect(refused(removeValue(flow, '/codes/9'))).toBe('missing');
    expect(refused(insertItem(flow, '/steps', 4, 1))).toBe('missing');
    expect(refused(insertItem(flow, '/steps', -1, 1))).toBe('missing');
    expect(refused(insertItem(flow, '/id', 0, 1))).toBe('noList');
    expect(refused(moveItem(flow, '/id', '/steps', 0))).toBe('noList');
    expect(refused(moveItem(flow, '/steps/0', '/steps', 3))).toBe('missing');
    expect(refused(moveItem(screen, '/blocks/0', '/blocks/0/blocks', 0))).toBe('within');
    expect(refused(moveItem(screen, '/blocks/1', '/blocks/7/blocks', 0))).toBe('missing');
    expect(refused(copyItem(flow, '/steps/7', '/steps', 0))).toBe('missing');
    expect(refused(renameKey(flow, '/codes/0', 'x'))).toBe('noObject');
    expect(refused(renameKey(flow, '/id', 'steps'))).toBe('taken');
    expect(refused(renameKey(flow, '/none', 'x'))).toBe('missing');
  });
});

describe('any edit of a shipped file', () => {
  const files = shipped();
  const places = fc.tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6)).map(([which, at, to]) => {
    const file = files[which % files.length] ?? { path: '', text: '{}' };
    const value = JSON.parse(file.text) as Json;
    const nodes = nodesOf(value).slice(1);
    return { file, value, node: nodes[at % nodes.length] ?? { path: ['id'], value: null }, to };
  });
  const pointerOf = (path: readonly string[]) => path.reduce<string>((pointer, key) => pointerTo(pointer, key), '');
  const runs = { numRuns: Number(process.env['RUNS'] ?? 300) };

  test('T06 leads to the value that was meant, and back', () => {
    fc.assert(
      fc.property(places, ({ file, value, node }) => {
        const pointer = pointerOf(node.path);
        expect(text(setValue(file.text, pointer, node.value))).toBe(file.text);
        const now = text(setValue(file.text, pointer, { new: [1] }));
        put(value, node.path, { new: [1] });
        expect(JSON.parse(now)).toEqual(value);
        expect(JSON.parse(text(setValue(now, pointer, node.value)))).toEqual(JSON.parse(file.text));
      }),
      runs,
    );
  });

  test('T06 an inserted item and its removal leave no trace', () => {
    fc.assert(
      fc.property(places, ({ file, node, to }) => {
        if (!Array.isArray(node.value) || node.value.length === 0) return;
        const pointer = pointerOf(node.path);
        const index = to % (node.value.length + 1);
        const more = text(insertItem(file.text, pointer, index, { id: 'new' }));
        const less = text(removeValue(more, `${pointer}/${index}`));
        expect(JSON.parse(less)).toEqual(JSON.parse(file.text));
        // A line that became too long stays broken, and a list with several items per line is refilled.
        if (lines(more).length > lines(file.text).length + 1 || isFilled(node.value)) return;
        expect(less).toBe(file.text);
        const from = to % node.value.length;
        const moved = text(moveItem(file.text, `${pointer}/${from}`, pointer, 0));
        expect(text(moveItem(moved, `${pointer}/0`, pointer, from))).toBe(file.text);
      }),
      { numRuns: runs.numRuns * 4 },
    );
  });
});
