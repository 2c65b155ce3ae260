import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile, createCompiler } from '../../../engine/compiler/index.ts';
import type { Compiler } from '../../../engine/compiler/compile.ts';
import { checkCases } from '../../../engine/compiler/cases/check.ts';
import { checkExamples } from '../../../engine/compiler/forms/examples.ts';
import { checkRepeats } from '../../../engine/compiler/forms/repeats.ts';
import { checkLocales } from '../../../engine/compiler/locales/checkLocales.ts';
import { checkOutcomes } from '../../../engine/compiler/scopes/outcomes.ts';
import { checkStructure } from '../../../engine/compiler/structure.ts';
import type { Diagnostic, SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';
import { deskFiles, deskRegistry, shippedFiles, shippedRegistry } from './fixtures/shipped.ts';

/** An edit of one file, as an editor makes it. `at` chooses the place among all values of the file. */
interface Edit {
  how: 'delete the file' | 'break its syntax' | 'change a value' | 'remove a property' | 'copy a value' | 'move everything down';
  file: number;
  at: number;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every place of a value, with a function that writes or removes the value there. */
function placesIn(value: Json): { inner: Json; write: (other: Json | undefined) => void }[] {
  if (value === null || typeof value !== 'object') return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => [
    {
      inner,
      write: (other: Json | undefined) => {
        const owner = value as Record<string, Json>;
        if (other !== undefined) owner[key] = other;
        else if (isList) value.splice(Number(key), 1);
        else delete owner[key];
      },
    },
    ...placesIn(inner),
  ]);
}

const changed = (value: Json): Json => {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : value;
};

function rewritten(text: string, { how, at }: Edit): string {
  if (how === 'break its syntax') return text.slice(0, at % text.length);
  if (how === 'move everything down') return `\n\n${text}`;
  const root = JSON.parse(text) as Json;
  const places = placesIn(root);
  const place = places[at % places.length];
  const other = places[(at * 7) % places.length];
  if (how === 'change a value') place?.write(changed(place.inner));
  if (how === 'remove a property') place?.write(undefined);
  if (how === 'copy a value') place?.write(structuredClone(other?.inner ?? null));
  return JSON.stringify(root);
}

function edited(files: readonly SourceFile[], edit: Edit): SourceFile[] {
  const target = files[edit.file % files.length];
  if (!target) return [...files];
  if (edit.how === 'delete the file') return files.filter((file) => file !== target);
  const isText = target.path.endsWith('.md');
  const text = isText ? `${target.text.slice(0, edit.at % target.text.length)} more` : rewritten(target.text, edit);
  return files.map((file) => (file === target ? { path: file.path, text } : file));
}

/** A file with broken syntax is left as it is. */
function editedOrSame(files: SourceFile[], edit: Edit): SourceFile[] {
  try {
    return edited(files, edit);
  } catch {
    return files;
  }
}

const edits = fc.record<Edit>({
  how: fc.constantFrom(
    'delete the file',
    'break its syntax',
    'change a value',
    'remove a property',
    'copy a value',
    'move everything down',
  ),
  file: fc.nat(1000),
  at: fc.nat(10_000),
});

async function verdictOf(files: readonly SourceFile[], compiler: Pick<Compiler, 'compile'>) {
  const { diagnostics, release } = await compiler.compile(files);
  return { diagnostics, hash: release?.hash, parts: [...(release?.parts.keys() ?? [])].toSorted() };
}

test('a compiler that has seen other states of the files gives the verdict of a new one', { timeout: 120_000 }, async () => {
  const warm = createCompiler(registry);
  const fresh = { compile: (files: readonly SourceFile[]) => compile(files, registry) };
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 3 }), async (all) => {
      // Each state follows from the previous one, as in an editor that is open all day. The next run starts again from valid files.
      let files = clubFiles();
      for (const edit of all) {
        files = editedOrSame(files, edit);
        expect(await warm.check(files)).toEqual((await fresh.compile(files)).diagnostics);
      }
      expect(await verdictOf(files, warm)).toEqual(await verdictOf(files, fresh));
    }),
    { numRuns: 40, seed: 20261126 },
  );
});

test('a compiler that knows what an earlier run found empty gives the verdict of one that does not', { timeout: 120_000 }, async () => {
  const kept = new Set<string>();
  const withKept = (isSaved: boolean) =>
    createCompiler(registry, undefined, { has: (digest) => kept.has(digest), add: (digest) => void (isSaved && kept.add(digest)) });
  await withKept(true).check(clubFiles());
  expect(kept.size).toBeGreaterThan(20);
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 2 }), fc.boolean(), async (all, isSaved) => {
      let files = clubFiles();
      for (const edit of all) {
        files = editedOrSame(files, edit);
        expect(await withKept(isSaved).check(files)).toEqual(await createCompiler(registry).check(files));
      }
    }),
    { numRuns: 60, seed: 20261127 },
  );
});

test('a file that is missing and then unreadable gives the verdict of a new compiler', { timeout: 120_000 }, async () => {
  const warm = createCompiler(registry);
  const states = clubFiles().flatMap(({ path }) => {
    const others = clubFiles().filter((file) => file.path !== path);
    return [others, [...others, { path, text: '{' }]];
  });
  for (const files of states) expect(await warm.check(files)).toEqual(await createCompiler(registry).check(files));
});

test.each([
  ['the shipped application', shippedFiles, shippedRegistry],
  ['the desk', deskFiles, deskRegistry],
])('checks of the structure of %s read no texts, because they do not run again after an edit of one', async (_, files, known) => {
  const analysis = createCompiler(known).analyse(files);
  const { project } = analysis;
  expect(project.locales.length).toBeGreaterThan(0);
  const refuse = () => {
    throw new Error('read a text');
  };
  Object.defineProperty(project, 'locales', { get: refuse });
  for (const { document } of project.documents) Object.defineProperty(document, 'text', { get: refuse });
  const found = [
    ...checkStructure(analysis),
    ...(await checkExamples(analysis)),
    ...checkRepeats(analysis),
    ...checkOutcomes(analysis),
    ...(await checkCases(analysis)),
  ];
  expect(found).toEqual([]);
  expect(() => checkLocales(analysis)).toThrow('read a text');
});

/** The club with one file changed, and perhaps one more. */
const clubWith = (path: string, change: (value: { steps: Json[] }) => object, ...more: SourceFile[]): SourceFile[] => [
  ...clubFiles().map((file) =>
    file.path === path ? { path, text: JSON.stringify(change(JSON.parse(file.text) as { steps: Json[] })) } : file,
  ),
  ...more,
];

test('a sub-flow that is moved before the form that it reads is checked again', async () => {
  const review = { id: 'review', route: '/review', kind: 'review', when: "person.nick == 'ann'" };
  const closing = {
    path: 'flows/closing.subFlow.json',
    text: JSON.stringify({ $schema: '../schemas/meta/subFlow.schema.json', id: 'closing', steps: [review] }),
  };
  const flow = (order: (steps: Json[]) => Json[]) =>
    clubWith(
      'flows/joining.flow.json',
      ({ steps: [person = null, sports = null], ...rest }) => ({
        ...rest,
        steps: order([person, { id: 'end', subFlow: 'closing' }, sports]),
      }),
      closing,
    );
  const warm = createCompiler(registry);
  const asBefore = await verdictOf(
    flow((steps) => steps),
    warm,
  );
  const moved = flow(([person = null, inner = null, sports = null]) => [inner, person, sports]);
  const verdict = await verdictOf(moved, warm);
  expect(asBefore.hash).toBeDefined();
  expect(verdict.hash).toBeUndefined();
  expect(verdict).toEqual(await verdictOf(moved, { compile: (files) => compile(files, registry) }));
});

test('a step is checked again if a form that its own flow does not have asks for an answer in other cases', async () => {
  const edits = (purposeWhen: string): readonly (readonly [path: string, before: string, after: string])[] => [
    [
      'schemas/forms/work.schema.json',
      '"pattern": "^[^\\\\p{Script=Han}]*$",\n      "x-when": "conditions.isEmployed"\n    },\n    "workYears"',
      '"pattern": "^[^\\\\p{Script=Han}]*$",\n      "x-when": "conditions.isEmployed && has(personalMore.loanPurpose) && features.bankChange"\n    },\n    "workYears"',
    ],
    [
      'schemas/forms/personalMore.schema.json',
      '"loanPurpose": { "$ref": "../enums/loanPurpose.schema.json" }',
      `"loanPurpose": { "$ref": "../enums/loanPurpose.schema.json", "x-when": "${purposeWhen}" }`,
    ],
    ['flows/renewal.flow.json', '"form": "address",', '"form": "address", "when": "has(work.professionalTitle)",'],
  ];
  const editedBy = (all: ReturnType<typeof edits>) =>
    shippedFiles.map((file) =>
      all.reduce((each, [path, before, after]) => {
        if (each.path !== path) return each;
        expect(each.text).toContain(before);
        return { path, text: each.text.replace(before, () => after) };
      }, file),
    );
  const errors = (found: readonly Diagnostic[]) =>
    found.flatMap(({ code, file, severity }) => (severity === 'error' ? [`${file} ${code}`] : []));
  const possible = editedBy(edits("self.maritalStatus != 'single'"));
  const impossible = editedBy(edits('!features.bankChange'));
  const neverReached = ['flows/renewal.flow.json step-never-reached'];
  const kept = new Set<string>();
  const store = { has: (digest: string) => kept.has(digest), add: (digest: string) => void kept.add(digest) };
  const warm = createCompiler(shippedRegistry, undefined, store);
  expect(errors(await warm.check(possible))).toEqual([]);
  expect(errors(await warm.check(impossible))).toEqual(neverReached);
  expect(errors(await createCompiler(shippedRegistry, undefined, store).check(impossible))).toEqual(neverReached);
});
