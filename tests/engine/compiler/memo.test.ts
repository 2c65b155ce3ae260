import { expect, test } from 'vitest';
import { attached } from '../../../engine/compiler/attached.ts';
import { Memo } from '../../../engine/compiler/memo.ts';

test('a result for the same inputs is computed once, also across compiles', () => {
  const memo = new Memo();
  const [one, other] = [{}, {}];
  let made = 0;
  const make = (input: object) => memo.of('words', [input, 'en'], () => ++made);
  expect([make(one), make(one)]).toEqual([1, 1]);
  memo.turn();
  expect(make(one)).toBe(1);
  memo.turn();
  expect(make(other)).toBe(2);
  memo.turn();
  expect(make({ ...other })).toBe(3);
});

test('a result that no compile uses any more is dropped in the end, but not at once', () => {
  const memo = new Memo();
  const input = {};
  let made = 0;
  const make = () => memo.of('words', [input], () => ++made);
  const turn = (times: number) => Array.from({ length: times }).forEach(() => memo.turn());
  make();
  turn(31);
  expect(make()).toBe(1);
  turn(64);
  expect(make()).toBe(2);
});

test('inputs that take long to find out are compared only if a hint changed', () => {
  const memo = new Memo();
  const input = {};
  const counted = { asked: 0, made: 0 };
  const subject = {};
  const make = (hint: string, found: object) =>
    memo.hinted(
      subject,
      'words',
      [hint],
      () => [found, ++counted.asked && 'en'],
      () => ++counted.made,
    );
  expect([make('a', input), make('a', input), make('b', input)]).toEqual([1, 1, 1]);
  expect(counted).toEqual({ asked: 2, made: 1 });
  memo.turn();
  expect(make('b', input)).toBe(1);
  expect(make('c', {})).toBe(2);
  expect(counted).toEqual({ asked: 3, made: 2 });
});

/** Simulates a new process on each run: its own objects, with what an earlier run stored. */
function runs() {
  const kept = new Set<string>();
  return (work: (memo: Memo) => unknown) => work(new Memo({ has: (digest) => kept.has(digest), add: (digest) => kept.add(digest) }));
}

test('a list that an earlier run found empty is computed again only if an input has another content', async () => {
  const run = runs();
  let made = 0;
  const check = (words: object, found: unknown[] = []) =>
    run((memo) =>
      memo.hinted(
        { id: 'work' },
        'check',
        [],
        () => [words, 'en'],
        () => (made++, found),
      ),
    );
  expect([check({ label: 'Work' }), check({ label: 'Work' }), made]).toEqual([[], [], 1]);
  expect([check({ label: 'Job' }, ['fault']), check({ label: 'Job' }, ['fault']), made]).toEqual([['fault'], ['fault'], 3]);
  const later = (found: unknown[]) => run((memo) => memo.of('later', [1], () => (made++, Promise.resolve(found))));
  expect([await later([]), await later([]), made]).toEqual([[], [], 4]);
});

test('what depends on something without a digest is never taken from an earlier run', () => {
  const run = runs();
  let made = 0;
  const check = () => run((memo) => memo.of('check', [memo.of('state', [new Map()], () => ({}))], () => (made++, [])));
  expect([check(), check(), made]).toEqual([[], [], 2]);
});

test('an object that stands for others is told apart by them', () => {
  const run = runs();
  let made = 0;
  const check = (...files: string[]) =>
    run((memo) => {
      const state = memo.of('state', files, () => ({}));
      return memo.of('check', [state], () => (made++, []));
    });
  check('a', 'b');
  check('a', 'b');
  expect(made).toBe(1);
  check('a', 'c');
  expect(made).toBe(2);
});

test('a result is always computed if an input has no content that two runs could compare', () => {
  const run = runs();
  let made = 0;
  const check = () => run((memo) => memo.of('check', [new Map([['a', 1]])], () => (made++, [])));
  check();
  check();
  expect(made).toBe(2);
});

test('a list is computed only for the objects at another position, or for all if a hint changed', () => {
  const memo = new Memo();
  const [one, two, three] = [{ id: 'one' }, { id: 'two' }, { id: 'three' }];
  let asked: string[] = [];
  const each = (hint: string, ...subjects: { id: string }[]) => {
    asked = [];
    const found = memo.each('ids', subjects, [hint], ({ id }) => (asked.push(id), id === 'two' ? [] : [id, hint]));
    return [found, asked];
  };
  expect(each('a', one, two, three)).toEqual([
    ['one', 'a', 'three', 'a'],
    ['one', 'two', 'three'],
  ]);
  expect(each('a', one, two, three)).toEqual([['one', 'a', 'three', 'a'], []]);
  expect(each('a', one, { id: 'other' }, three)).toEqual([['one', 'a', 'other', 'a', 'three', 'a'], ['other']]);
  expect(each('a', one, three)).toEqual([['one', 'a', 'three', 'a'], ['three']]);
  expect(each('b', one, three)).toEqual([
    ['one', 'b', 'three', 'b'],
    ['one', 'three'],
  ]);
});

test('a list whose computation failed keeps what was computed, and the next run computes the rest', () => {
  const memo = new Memo();
  const subjects = [{ id: 'one' }, { id: 'two' }, { id: 'three' }];
  const asked: string[] = [];
  const each = (broken?: string) =>
    memo.each('ids', subjects, [], ({ id }) => {
      asked.push(id);
      if (id === broken) throw new Error('broken');
      return [id];
    });
  expect(() => each('two')).toThrow('broken');
  expect(each()).toEqual(['one', 'two', 'three']);
  expect(asked).toEqual(['one', 'two', 'two', 'three']);
});

test('a cached result belongs to one object: neither its copy nor an object that inherits from it has it', () => {
  let made = 0;
  const count = attached((_subject: object) => ++made);
  const subject = { id: 'work' };
  expect([count(subject), count(subject)]).toEqual([1, 1]);
  expect([count({ ...subject }), count(Object.create(subject) as object), count(subject)]).toEqual([2, 3, 1]);
  expect(JSON.stringify(subject)).toBe('{"id":"work"}');
  expect(subject).toStrictEqual({ id: 'work' });
});
