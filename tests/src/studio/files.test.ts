import { autorun } from 'mobx';
import { afterEach, expect, test, vi } from 'vitest';
import { setValue } from '../../../engine/merge/index.ts';
import { unsavedWords } from '../../../src/studio/blocks/wordGrid/unsavedWords.ts';
import { type FileApi, FileSession } from '../../../src/studio/files/fileSession.ts';
import { unsavedText } from '../../../src/studio/files/unsaved.ts';
import { keptDays, keptOf } from '../../../src/studio/files/kept.ts';
import { type FilesApi, FilesSession } from '../../../src/studio/files/session.ts';
import { type Tabs, tabsOf } from '../../../src/studio/files/tabs.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A browser tab, while others are open. */
const tabOf = (own: string, others: readonly string[] = []): Tabs => ({
  own,
  open: async () => new Set([own, ...others]),
  alone: async (work) => work(),
});

const ownerOf = (person: string) => ({ person, isHere: () => true });

/** The browser's storage. */
function startStorage() {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  };
  vi.stubGlobal('localStorage', new Proxy(kept, { get: (_, name) => Reflect.get(methods, name) as unknown }));
  return kept;
}

/** A server that stores files but never merges. */
function startSession(texts: Record<string, string>, owner = ownerOf('ana'), mayEdit = true, tabs = tabOf('new')) {
  const stored = new Map<string, string | null>(Object.entries(texts));
  const hash = (path: string) => `hash of ${stored.get(path) ?? 'nothing'}`;
  const problems = vi.fn<FilesApi['problems']>(async () => ({ revision: 1, problems: [], hashes: {} }));
  const api = {
    files: async () => ({ files: [] }),
    texts: async () => ({
      absent: 'hash of nothing',
      files: [...stored].flatMap(([path, text]) => (text === null ? [] : [{ path, text, hash: hash(path), mayEdit }])),
    }),
    open: async (path: string) => ({ text: stored.get(path) ?? null, before: null, hash: hash(path), mayEdit, editors: [] }),
    save: async (path: string, basedOn: string, text: string | null) => {
      if (!isConnected) throw new Error('no connection');
      if (isDown) throw Object.assign(new Error('unavailable'), { code: 'unavailable', status: 503 });
      if (basedOn === 'from long ago') throw Object.assign(new Error('versionLost'), { code: 'versionLost', status: 409 });
      stored.set(path, text);
      sent.push(text);
      return { state: 'saved' as const, text, hash: hash(path), conflicts: [] };
    },
    problems,
  };
  let isConnected = true;
  let isDown = false;
  const sent: (string | null)[] = [];
  const connect = (is: boolean) => void (isConnected = is);
  const breakDown = (is: boolean) => void (isDown = is);
  const refused = vi.fn<(error: unknown) => void>();
  const session = new FilesSession({ change: 'change', owner, tabs }, api, refused);
  session.start();
  return { session, stored, sent, problems, refused, connect, breakDown };
}

const edited = (text: string | null | undefined, pointer: string, value: unknown): string => {
  const result = setValue(text ?? '', pointer, value);
  if ('refused' in result) throw new Error(result.refused);
  return result.text;
};

test('T06 one undo takes an edit of several files back, a new and a removed one too, and redo makes it again', async () => {
  const { session, stored, refused } = startSession({ 'flows/a.json': '{ "a": 1 }', 'flows/old.json': '{}' });
  await session.load();
  const texts = [
    { file: 'flows/a.json', text: edited(session.text('flows/a.json'), '/a', 2) },
    { file: 'flows/new.json', text: '{ "b": 1 }' },
    { file: 'flows/old.json', text: null },
  ];
  expect(await session.edit('Add b', texts)).toBe(true);
  expect(session.undoName).toBe('Add b');
  expect(session.paths).toEqual(['flows/a.json', 'flows/new.json']);
  await vi.waitFor(() => expect(session.state).toBe('saved'));
  expect(Object.fromEntries(stored)).toEqual({ 'flows/a.json': '{ "a": 2 }', 'flows/new.json': '{ "b": 1 }', 'flows/old.json': null });
  expect(await session.undo()).toBe(true);
  await vi.waitFor(() => expect(session.state).toBe('saved'));
  expect(Object.fromEntries(stored)).toEqual({ 'flows/a.json': '{ "a": 1 }', 'flows/new.json': null, 'flows/old.json': '{}' });
  expect(session.redoName).toBe('Add b');
  expect(await session.redo()).toBe(true);
  expect(session.paths).toEqual(['flows/a.json', 'flows/new.json']);
  expect(refused).not.toHaveBeenCalled();
  session.stop();
});

test('T06 an undo keeps what was typed since, and refuses where it was typed over', async () => {
  const { session } = startSession({ 'flows/a.json': '{ "a": 1, "b": 1 }' });
  await session.load();
  const change = (pointer: string, value: unknown) =>
    session.edit(pointer, [{ file: 'flows/a.json', text: edited(session.text('flows/a.json'), pointer, value) }]);
  await change('/a', 2);
  session.file('flows/a.json').type('{ "a": 2, "b": 3 }');
  expect(await session.undo()).toBe(true);
  expect(session.text('flows/a.json')).toBe('{ "a": 1, "b": 3 }');
  await change('/a', 2);
  session.file('flows/a.json').type('{ "a": 5, "b": 3 }');
  expect(await session.undo()).toBe(false);
  expect(session.text('flows/a.json')).toBe('{ "a": 5, "b": 3 }');
  session.stop();
});

test('T06 the edits of one visit to a field are one undo, and another visit is another', async () => {
  const { session } = startSession({ 'flows/a.json': '{ "a": 1 }', 'flows/b.json': '{}' });
  await session.load();
  const [first, second] = [{}, {}];
  const say = (file: string, value: unknown, visit: object) =>
    session.edit('Set a', [{ file, text: edited(session.text(file), '/a', value) }], visit);
  await say('flows/b.json', 'x', first);
  await say('flows/a.json', 12, first);
  await say('flows/a.json', 123, first);
  await say('flows/a.json', 4, second);
  expect(await session.undo()).toBe(true);
  expect(session.text('flows/a.json')).toBe('{ "a": 123 }');
  expect(await session.undo()).toBe(true);
  expect([session.text('flows/a.json'), session.text('flows/b.json')]).toEqual(['{ "a": 1 }', '{}']);
  expect(session.undoName).toBeUndefined();
  expect(await session.redo()).toBe(true);
  expect(session.text('flows/a.json')).toBe('{ "a": 123 }');
  session.stop();
});

test('T06 the compiler is asked once all files of an edit are stored', async () => {
  const { session, problems } = startSession({ 'flows/a.json': '1', 'flows/b.json': '1' });
  await session.load();
  await vi.waitFor(() => expect(session.problems).toEqual([]));
  problems.mockClear();
  const files = ['flows/a.json', 'flows/b.json'];
  await session.edit(
    'Both',
    files.map((file) => ({ file, text: '2' })),
  );
  await vi.waitFor(() => expect(problems).toHaveBeenCalledOnce());
  expect(session.state).toBe('saved');
  session.stop();
});

test('T06 what somebody typed and did not send is sent when they come back, and never as somebody else', async () => {
  const kept = startStorage();
  const ana = { person: 'ana', isHere: vi.fn<() => boolean>(() => true) };
  const first = startSession({ 'flows/a.json': '1' }, ana);
  await first.session.load();
  first.session.file('flows/a.json').type('2');
  // She logs out before the save is sent.
  ana.isHere.mockReturnValue(false);
  first.session.stop();
  expect(first.stored.get('flows/a.json')).toBe('1');
  const before = { ...kept };
  expect(Object.values(before)).toEqual([expect.stringContaining('"text":"2"')]);

  const ben = startSession({ 'flows/a.json': '1' }, ownerOf('ben'));
  await ben.session.load();
  ben.session.file('flows/a.json');
  expect(ben.session.text('flows/a.json')).toBe('1');
  ben.session.stop();
  expect([ben.stored.get('flows/a.json'), kept]).toEqual(['1', before]);

  const back = startSession({ 'flows/a.json': '1' });
  await vi.waitFor(() => expect(back.stored.get('flows/a.json')).toBe('2'));
  await vi.waitFor(() => expect(kept).toEqual({}));
  back.session.stop();
});

test('T06 what is typed without a connection is sent once there is one, also after the page of the change is left', async () => {
  const kept = startStorage();
  const { session, stored, connect } = startSession({ 'flows/a.json': '1' });
  await session.load();
  connect(false);
  session.file('flows/a.json').type('2');
  await vi.waitFor(() => expect(session.state).toBe('offline'));
  session.stop();
  connect(true);
  await vi.waitFor(() => expect(stored.get('flows/a.json')).toBe('2'), { timeout: 6000 });
  expect(kept).toEqual({});
}, 10_000);

test.each(['comes back', 'is left'])('T06 what a server that is down did not take is sent once the page %s', async (way) => {
  startStorage();
  const { session, stored, refused, breakDown } = startSession({ 'flows/a.json': '1' });
  await session.load();
  breakDown(true);
  session.file('flows/a.json').type('2');
  await vi.waitFor(() => expect(session.state).toBe('offline'));
  breakDown(false);
  if (way === 'is left') session.stop();
  else session.comeBack();
  await vi.waitFor(() => expect(stored.get('flows/a.json')).toBe('2'), { timeout: 500 });
  expect(refused).not.toHaveBeenCalled();
});

const misspelt = '{ "suportPhone": 1, "suportMail": 2 }';
/** The fixes of both names, with the offsets of the text that was checked. */
const fixes = ['suportPhone', 'suportMail'].map((name) => ({
  code: 'unknown-property',
  severity: 'error' as const,
  file: 'flows/a.json',
  line: 1,
  column: 1,
  pointer: '',
  message: name,
  edits: [{ file: 'flows/a.json', offset: misspelt.indexOf(name), length: name.length, text: name.replace('suport', 'support') }],
}));

test('T10 a second fix before the compiler has answered changes what it names, and so does one after typing', async () => {
  const { session, problems } = startSession({ 'flows/a.json': misspelt });
  problems.mockResolvedValue({ revision: 1, problems: fixes, hashes: { 'flows/a.json': `hash of ${misspelt}` } });
  await session.load();
  session.comeBack();
  await vi.waitFor(() => expect(session.problems).toHaveLength(2));
  session.file('flows/a.json').type(misspelt.replace('{ ', '{ "more": 0, '));
  const [one, other] = fixes;
  expect([await session.fix(one!, 'Fix'), await session.fix(other!, 'Fix')]).toEqual([true, true]);
  expect(JSON.parse(session.text('flows/a.json') ?? '')).toEqual({ more: 0, supportPhone: 1, supportMail: 2 });
  session.stop();
});

test('T10 a fix of a text that is not the one here changes nothing, and the compiler checks again', async () => {
  const { session, problems } = startSession({ 'flows/a.json': misspelt });
  problems.mockResolvedValue({ revision: 1, problems: fixes, hashes: { 'flows/a.json': 'hash of a colleague' } });
  await session.load();
  session.comeBack();
  await vi.waitFor(() => expect(session.problems).toHaveLength(2));
  const before = problems.mock.calls.length;
  expect(await session.fix(fixes[0]!, 'Fix')).toBe(false);
  expect(session.text('flows/a.json')).toBe(misspelt);
  expect(session.undoName).toBeUndefined();
  expect(problems.mock.calls.length).toBeGreaterThan(before);
  session.stop();
});

test('T06 what was not sent stays while the file may not be edited, and goes once the server has it', async () => {
  const kept = startStorage();
  kept['studio:ana:change:closed:flows/a.json'] = JSON.stringify({ basedOn: 'hash of 1', text: '2' });
  const locked = startSession({ 'flows/a.json': '1' }, ownerOf('ana'), false);
  await vi.waitFor(() => expect(locked.session.find('flows/a.json')?.state).toBe('readOnly'));
  expect(locked.session.unsent).toEqual([expect.objectContaining({ path: 'flows/a.json', text: '2' })]);
  locked.session.stop();
  expect(Object.keys(kept)).toEqual(['studio:ana:change:new:flows/a.json']);
  const sent = startSession({ 'flows/a.json': '2' });
  await vi.waitFor(() => expect(sent.session.find('flows/a.json')?.state).toBe('saved'));
  sent.session.stop();
  expect(kept).toEqual({});
});

test('T01 a text whose base the server no longer knows is shown beside what it has, and either one can be saved', async () => {
  const kept = startStorage();
  const begin = async (wanted: 'mine' | 'theirs') => {
    kept['studio:ana:change:closed:flows/a.json'] = JSON.stringify({ basedOn: 'from long ago', text: 'mine' });
    const { session, stored, refused } = startSession({ 'flows/a.json': 'theirs' });
    await vi.waitFor(() => expect(session.conflicts).toHaveLength(1));
    const [[, file] = []] = session.conflicts;
    expect(file?.conflicts).toEqual([{ path: 'flows/a.json', at: 'file', mine: 'mine', theirs: 'theirs' }]);
    expect(Object.keys(kept)).toHaveLength(1);
    file?.settle([wanted]);
    await vi.waitFor(() => expect(session.state).toBe('saved'));
    expect([stored.get('flows/a.json'), session.text('flows/a.json'), kept]).toEqual([wanted, wanted, {}]);
    file?.type('more');
    await vi.waitFor(() => expect(stored.get('flows/a.json')).toBe('more'));
    expect(refused).not.toHaveBeenCalled();
    session.stop();
  };
  await begin('mine');
  await begin('theirs');
});

// A page that closes has half a second. Redrawing the studio can take longer on a slow computer.
test('T17 an edit is in the storage before anything redraws, also in a file that it opens', async () => {
  const kept = startStorage();
  const { session } = startSession({ 'flows/a.json': '1' });
  session.start();
  await session.load();
  const keptWhenDrawn: boolean[] = [];
  const stop = autorun(() => {
    void [session.state, session.text('flows/a.json')];
    keptWhenDrawn.push(Object.values(kept).some((text) => text.includes('"text":"2"')));
  });
  void session.edit('an edit', [{ file: 'flows/a.json', text: '2' }]);
  stop();
  expect(keptWhenDrawn).toEqual([false, true]);
  await vi.waitFor(() => expect(session.state).toBe('saved'));
});

test('T17 two tabs of one person in one file each keep their own, and what a closed one kept is sent by the next', async () => {
  const kept = startStorage();
  const place = { person: 'ana', change: 'change' };
  const [one, other] = ['one', 'other'].map((tab) => unsavedText(keptOf('studio', place, tabOf(tab)), 'flows/a.json'));
  one?.put({ basedOn: 'hash of 1', text: 'of one' });
  other?.put({ basedOn: 'hash of 1', text: 'of the other' });
  expect([one?.get()?.text, other?.get()?.text]).toEqual(['of one', 'of the other']);
  // "other" is still open.
  const next = startSession({ 'flows/a.json': '1' }, ownerOf('ana'), true, tabOf('next', ['other']));
  await vi.waitFor(() => expect(next.stored.get('flows/a.json')).toBe('of one'));
  await vi.waitFor(() => expect(Object.keys(kept)).toEqual(['studio:ana:change:other:flows/a.json']));
  next.session.stop();
  expect(other?.get()?.text).toBe('of the other');
});

test('T17 what two closed tabs kept of one file is sent, one after the other', async () => {
  const kept = startStorage();
  const place = { person: 'ana', change: 'change' };
  for (const tab of ['one', 'other']) {
    unsavedText(keptOf('studio', place, tabOf(tab)), 'flows/a.json').put({ basedOn: 'hash of 1', text: `of ${tab}` });
  }
  const next = startSession({ 'flows/a.json': '1' });
  await vi.waitFor(() => expect(next.sent).toEqual(['of one', 'of other']));
  await vi.waitFor(() => expect(kept).toEqual({}));
  next.session.stop();
});

test('T17 what a closed tab kept is there and sent, also of a file that opens at that moment', async () => {
  const kept = startStorage();
  const place = { person: 'ana', change: 'change' };
  unsavedText(keptOf('studio', place, tabOf('closed')), 'flows/a.json').put({ basedOn: 'hash of 1', text: '2' });
  const opensFile: Tabs['alone'] = async (work) => {
    next.session.watch('flows/a.json');
    return work();
  };
  const next = startSession({ 'flows/a.json': '1' }, ownerOf('ana'), true, { ...tabOf('new'), alone: opensFile });
  await vi.waitFor(() => expect(next.sent).toEqual(['2']));
  expect(next.session.text('flows/a.json')).toBe('2');
  await vi.waitFor(() => expect(kept).toEqual({}));
  next.session.stop();
});

test('T17 an edit of files that are open is kept before anything else can happen: the page may be closing', async () => {
  const kept = startStorage();
  const { session } = startSession({ 'flows/a.json': '1' });
  await session.load();
  void session.edit('Type', [{ file: 'flows/a.json', text: '2' }]);
  expect(Object.keys(kept)).toEqual(['studio:ana:change:new:flows/a.json']);
  session.stop();
});

test('T17 what was kept before tabs had names is sent', async () => {
  const kept = startStorage();
  localStorage.setItem('studio:ana:change:flows/a.json', JSON.stringify({ basedOn: 'hash of 1', text: 'of before' }));
  const next = startSession({ 'flows/a.json': '1' });
  await vi.waitFor(() => expect(next.stored.get('flows/a.json')).toBe('of before'));
  await vi.waitFor(() => expect(kept).toEqual({}));
  next.session.stop();
});

test('T17 what nobody comes back for is forgotten after its days, of every change and person; what was kept without a time counts from now', async () => {
  const kept = startStorage();
  vi.useFakeTimers({ toFake: ['Date'] });
  const after = (days: number) => vi.setSystemTime(Date.now() + days * 86_400_000);
  const [early, late] = [
    keptOf('studioForms', { person: 'ana', change: 'early' }, tabOf('one')),
    keptOf('studioWords', { person: 'bea', change: 'late' }, tabOf('one')),
  ];
  early.put('question', '{"label":"Early"}');
  localStorage.setItem('studio:ana:change:flows/a.json', '{"basedOn":"1","text":"of before"}');
  localStorage.setItem('hakbangStudio', 'of the app');
  after(10);
  late.put('key', '{"text":"Late"}');
  expect(early.get('question')).toBe('{"label":"Early"}');
  const other = () => keptOf('studio', { person: 'ana', change: 'another' }, tabOf('two'));
  other();
  after(keptDays - 9);
  other();
  expect([early.names(), late.get('key')]).toEqual([[], '{"text":"Late"}']);
  // A closed tab's text keeps its age when another tab takes it over.
  const next = keptOf('studioWords', { person: 'bea', change: 'late' }, tabOf('three'));
  expect([await next.adopt(), next.get('key')]).toEqual([['key'], '{"text":"Late"}']);
  after(10);
  other();
  expect(kept).toEqual({ hakbangStudio: 'of the app' });
});

test('T17 an answer that comes while a kept text is sent does not send it again, so that its end drops nothing of another tab', async () => {
  startStorage();
  const kept = unsavedText(keptOf('studio', { person: 'ana', change: 'change' }, tabOf('new')), 'flows/a.json');
  kept.put({ basedOn: 'hash of 1', text: '2' });
  const opened = { text: '1', before: null, hash: 'hash of 1', mayEdit: true, editors: [] };
  const slow = Promise.withResolvers<typeof opened>();
  const saving = Promise.withResolvers<{ state: 'saved'; text: string; hash: string; conflicts: [] }>();
  const open = vi.fn<() => Promise<typeof opened>>().mockResolvedValueOnce(opened).mockReturnValueOnce(slow.promise);
  const save = vi.fn<() => typeof saving.promise>(() => saving.promise);
  const file = new FileSession({ path: 'flows/a.json', open, save }, kept, { saved: () => {}, refused: () => {}, maySend: () => true });
  const again = [file.open(), file.open()];
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(file.isAtRest).toBe(false);
  slow.resolve(opened);
  await Promise.all(again);
  expect(file.state).toBe('saving');
  saving.resolve({ state: 'saved', text: '2', hash: 'hash of 2', conflicts: [] });
  await vi.waitFor(() => expect(file.isAtRest).toBe(true));
  expect(save).toHaveBeenCalledOnce();
  expect(kept.get()).toBeUndefined();
});

test('T17 words of two tabs are kept apart, and handed over once their tab is closed', async () => {
  const kept = startStorage();
  const place = { person: 'ana', change: 'change' };
  const wordsOf = (tab: string, ...others: string[]) => unsavedWords(place, tabOf(tab, others));
  const [a, b] = ['a', 'b'].map((text) => ({ basedOn: '', text }));
  if (!a || !b) throw new Error();
  wordsOf('one').put({ 'x fil': a, 'y fil': a });
  wordsOf('other').put({ 'x fil': b });
  const next = wordsOf('next', 'other');
  expect(await next.adopt()).toEqual({ 'x fil': a, 'y fil': a });
  next.put({ 'x fil': a });
  expect([wordsOf('next').get(), wordsOf('other').get()]).toEqual([{ 'x fil': a }, { 'x fil': b }]);
  // A tab's own text comes first.
  expect(await wordsOf('next').adopt()).toEqual({});
  next.put({});
  expect(await wordsOf('next').adopt()).toEqual({ 'x fil': b });
  next.put({});
  expect(kept).toEqual({});
});

test('T17 a tab is open as long as it holds its lock', async () => {
  const locks = navigator.locks;
  const [one, other] = [tabsOf(locks), tabsOf(locks)];
  expect(await one.open()).toEqual(new Set([one.own, other.own]));
  expect(await tabsOf(undefined).open()).not.toContain(one.own);
});

test('T01 who types on while a save is merged collides with others only, not with their own earlier letters', async () => {
  const write = (a: string, b: string) => JSON.stringify({ a, b }, undefined, 2);
  const save = vi.fn<FileApi['save']>();
  const { promise, resolve: answer } = Promise.withResolvers<Awaited<ReturnType<FileApi['save']>>>();
  save.mockReturnValueOnce(promise);
  save.mockResolvedValue({ state: 'saved', text: write('typed on', 'theirs'), hash: 'last', conflicts: [] });
  const open = async () => ({ text: write('', ''), before: null, hash: 'first', mayEdit: true, editors: [] });
  const nobody = { saved: () => undefined, refused: () => undefined, maySend: () => true };
  const file = new FileSession({ path: 'flows/a.json', open, save }, { get: () => undefined, put: () => undefined }, nobody);
  await file.open();
  file.type(write('typed', ''), 0);
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
  file.type(write('typed on', ''), 0);
  answer({ state: 'merged', text: write('typed', 'theirs'), hash: 'merged', conflicts: [] });
  await vi.waitFor(() => expect(save).toHaveBeenLastCalledWith('merged', write('typed on', 'theirs'), undefined));
  await vi.waitFor(() => expect([file.state, file.text]).toEqual(['saved', write('typed on', 'theirs')]));
});

test('T07 words that were not sent belong to who typed them, and to no file', () => {
  const kept = startStorage();
  const drafts = { 'screens.start.title fil': { basedOn: 'A', text: 'B' } };
  const wordsOf = (person: string) => unsavedWords({ person, change: 'change' }, tabOf('new'));
  wordsOf('ana').put(drafts);
  expect(wordsOf('ben').get()).toEqual({});
  wordsOf('ben').put({});
  expect(wordsOf('ana').get()).toEqual(drafts);
  const { session } = startSession({});
  expect(session.find('words')).toBeUndefined();
  session.stop();
  expect(Object.keys(kept)).toHaveLength(1);
});
