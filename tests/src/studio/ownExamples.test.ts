import { expect, test } from 'vitest';
import type { ConditionContext } from '../../../server/contract/staff/studioGraph.ts';
import type { FilesSession, FileText } from '../../../src/studio/files/session.ts';
import { casesOf, followWithCases } from '../../../src/studio/parts/ownExamples.ts';

const path = 'flows/cases/callTime.cases.json';
const file = 'schemas/forms/callTime.schema.json';
const context = {
  source: '',
  name: 'note',
  governs: 'field',
  about: 'Note',
  cases: path,
  fields: [{ path: 'self.time', kind: 'text', options: ['noon', 'evening'].map((value) => ({ value, label: value })) }],
  named: {},
  constants: {},
  features: {},
} satisfies ConditionContext;

const [noon, evening] = ["self.time == 'noon'", "self.time == 'evening'"] as const;

/** The part of a file session that cases use. */
function startFiles(text: string | null = null, before: string | null = null) {
  const files = new Map<string, string | null>([[path, text]]);
  const session = {
    text: (at: string) => files.get(at) ?? null,
    textBefore: async () => before,
    mayEdit: () => true,
    edit: async (_name: string, texts: readonly FileText[]) => {
      for (const each of texts) files.set(each.file, each.text);
      return true;
    },
  } as unknown as FilesSession;
  const edit = (from: string | undefined, to: string) => followWithCases(session, 'Edit', { file, context, visit: {}, from, to });
  return { edit, text: () => files.get(path) };
}

test('T07 cases that the studio made follow the condition in another visit too, and go where no example is found', async () => {
  const first = startFiles();
  await first.edit(undefined, noon);
  expect(Object.keys(casesOf(first.text(), 'note')).toSorted()).toEqual(['false', 'true']);
  const again = startFiles(first.text());
  await again.edit(noon, evening);
  expect(casesOf(again.text(), 'note')['true']).toEqual([{ 'self.time': 'evening' }]);
  await again.edit(evening, 'self.time ==');
  expect(again.text()).toBe(null);
  // The next input changes this condition instead of starting one without cases.
  await again.edit('self.time ==', noon);
  expect(casesOf(again.text(), 'note')['true']).toEqual([{ 'self.time': 'noon' }]);
});

test('T07 cases that somebody has written or the release has stay, and an old condition without cases gets none', async () => {
  const { text, edit } = startFiles();
  await edit(noon, evening);
  expect(text()).toBe(null);
  await edit(undefined, noon);
  const made = text() ?? '';
  const written = made.replace('"noon"', '"evening"');
  for (const [now, before] of [
    [written, null],
    [made, made],
  ] as const) {
    const other = startFiles(now, before);
    await other.edit(noon, evening);
    expect(other.text()).toBe(now);
  }
});
