import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRelease, compile, createCompiler } from '../../../engine/compiler/index.ts';
import type { Diagnostic, SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';

/** The club with one text of one file replaced. */
function edited(path: string, find: string, replace: string): SourceFile[] {
  const files = clubFiles();
  const file = files.find((each) => each.path === path);
  if (!file?.text.includes(find)) throw new Error(`${path} does not hold ${find}`);
  return files.map((each) => (each === file ? { path, text: file.text.replace(find, () => replace) } : each));
}

async function found(files: readonly SourceFile[], severity: Diagnostic['severity'] = 'error'): Promise<string[]> {
  const { diagnostics } = await compile(files, registry);
  return diagnostics.filter((each) => each.severity === severity).map(({ code, file, line }) => `${code} ${file}:${line}`);
}

describe('one mistake is reported once', () => {
  test.each([
    ['a form', 'schemas/forms/person.schema.json'],
    ['a layout', 'schemas/forms/person.ui.json'],
    ['an enum', 'schemas/enums/sport.schema.json'],
    ['a format', 'schemas/formats/nick.schema.json'],
    ['the flow', 'flows/joining.flow.json'],
    ['a screen', 'flows/screens/person.screen.json'],
    ['the settings', 'flows/settings.json'],
    ['the navigation', 'flows/navigation.json'],
    ['the errors', 'flows/errors.json'],
    ['the conditions', 'flows/conditions.json'],
    ['a decision table', 'flows/decisions/entry.decisions.json'],
    ['words of the main language', 'locales/en/forms.json'],
    ['words of another language', 'locales/fil/screens.json'],
  ])('when %s cannot be read: nobody complains about what it would have said', async (_, path) => {
    expect(await found(edited(path, '{', '{ ,'))).toEqual([`json-syntax ${path}:1`]);
  });

  test('when a condition is wrong that three expressions use', async () => {
    const files = edited('flows/conditions.json', 'constants.minimumAge / 2 > 5', "constants.minimumAge > 'x'");
    expect(await found(files)).toEqual(['unlike-types flows/conditions.json:4']);
  });

  test('when an array replaces an object', async () => {
    expect(await found(edited('flows/errors.json', '"reaction": "toast"', '"reaction": ["toast"]'))).toEqual([
      'wrong-value flows/errors.json:6',
    ]);
  });
});

describe('words', () => {
  test('that are unused cause a warning', async () => {
    expect(await found(edited('locales/en/screens.json', '"leave":', '"leaf": "Leaf", "leave":'), 'warning')).toEqual([
      'unused-key locales/en/screens.json:7',
    ]);
  });

  test('may be missing in a prepared language, whose completeness is reported', async () => {
    const { diagnostics } = await compile(clubFiles(), registry);
    const witnesses = diagnostics.filter(({ code }) => code === 'completeness').map(({ witness }) => witness);
    expect(witnesses).toMatchObject([{ language: 'en' }, { language: 'fil' }, { language: 'zh', filled: 0 }]);
  });

  test('may have plural forms under one stem', async () => {
    const plural = '"visit_one": "On {{day}} only, {{count}}", "visit_other": "On {{day}}, {{count}}"';
    const files = edited('flows/screens/home.screen.json', '"day": "item.day"', '"day": "item.day", "count": "1"').map((file) =>
      /(en|fil)\/screens/.test(file.path) ? { ...file, text: file.text.replace(/"visit": "[^"]*"/, plural) } : file,
    );
    expect(await found(files)).toEqual([]);
  });

  test('with a placeholder that the block does not fill cause an error at the block', async () => {
    expect(await found(edited('flows/screens/home.screen.json', '"name": "club.name"', '"nick": "club.name"'))).toEqual([
      'unfilled-placeholder flows/screens/home.screen.json:21',
    ]);
  });

  test('with an unknown constant cause an error', async () => {
    const files = clubFiles().map((file) => ({ ...file, text: file.text.replaceAll('{{constants.house}}', '{{constants.hose}}') }));
    expect(new Set((await found(files)).map((each) => each.split(' ')[0]))).toEqual(new Set(['unknown-constant']));
  });

  test('may format a value; an unknown format is an error', async () => {
    const written = (format: string) =>
      clubFiles().map((file) => ({ ...file, text: file.text.replaceAll('{{day}}', `{{day, ${format}}}`) }));
    expect(await found(written('date'))).toEqual([]);
    expect(new Set((await found(written('dat'))).map((each) => each.split(' ')[0]))).toEqual(new Set(['unknown-format']));
  });
});

describe('documents', () => {
  const link = async (text: string) => found(edited('locales/en/documents/rules.md', '# Rules', `# Rules\n\n${text}`));

  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java\tscript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a]( <data:text/html,x>)',
    '<javascript:alert(1)>',
    '[a](//evil.example)',
    '[a]: vbscript:x',
  ])('refuse the link %s', async (text) => {
    expect(await link(text)).toContain('unsafe-link locales/en/documents/rules.md:3');
  });

  test.each(['[a](https://a.example)', '[a](/home)', '[a](mailto:a@b.example)', '[a](tel:+632)', '<https://a.example>', 'a < b and c > d'])(
    'accept %s',
    async (text) => {
      expect(await link(text)).toEqual([]);
    },
  );

  test.each(['<img src=x onerror=alert(1)>', '<script>', '</p>', '<!-- x -->', '<a href="x">'])('refuse the HTML %s', async (text) => {
    expect(await link(text)).toContain('raw-html locales/en/documents/rules.md:3');
  });
});

describe('a document that code fills', () => {
  const filling = (fields: string[], mustHave: string[] = [], id = 'rules') => ({
    ...registry,
    operations: { ...registry.operations, 'club.join': { ...registry.operations['club.join']!, fills: { [id]: { fields, mustHave } } } },
  });
  async function findingsOf(texts: { en?: string; fil?: string }, using = filling(['fee', 'day'], ['fee'])) {
    const files = clubFiles().map((file) => {
      const language = /^locales\/(en|fil)\/documents\/rules\.md$/.exec(file.path)?.[1] as 'en' | 'fil' | undefined;
      return language && texts[language] ? { ...file, text: `${file.text}\n${texts[language]}` } : file;
    });
    const { diagnostics } = await compile(files, using);
    return diagnostics.filter(({ severity }) => severity === 'error').map(({ code, file, message }) => `${code} ${file} ${message}`);
  }
  const both = (text: string) => ({ en: text, fil: text });

  test('may use its values and the constants', async () => {
    expect(await findingsOf(both('{{fee}} on {{day}}'))).toEqual([]);
  });

  test('reports a typing error', async () => {
    const [first, ...others] = await findingsOf(both('{{fee}} {{dya}}'));
    expect(first).toMatch(/^unknown-constant locales\/en\/documents\/rules\.md Nothing fills \{\{dya\}\}/);
    expect(others).toHaveLength(1);
  });

  test('shows the same values in all languages', async () => {
    expect(await findingsOf({ en: '{{fee}} {{day}}', fil: '{{fee}}' })).toEqual([
      'missing-placeholder locales/fil/documents/rules.md {{day}} is missing: locales/en/documents/rules.md has it.',
    ]);
  });

  test('shows its required values', async () => {
    const found = await findingsOf(both('{{day}}'));
    expect(found).toContain('missing-placeholder locales/en/documents/rules.md {{fee}} is missing: this document must show it.');
  });

  test('is used and checked, although only code that no screen calls fills it', async () => {
    const { operations } = registry;
    const used = { ...registry, operations: { ...operations, 'club.join': { ...operations['club.join']!, fills: {} } } };
    const using = { ...used, fills: { rules: { fields: ['fee'], mustHave: ['fee'] }, contract: { fields: [] } } };
    const found = await findingsOf(both('{{day}}'), using);
    expect(found.filter((each) => each.includes('/en/')).map((each) => each.split(' ').slice(0, 2))).toEqual([
      ['missing-document', 'locales/en/documents/contract.md'],
      ['missing-placeholder', 'locales/en/documents/rules.md'],
      ['unknown-constant', 'locales/en/documents/rules.md'],
    ]);
  });

  test('must exist if the code is used, also in a release', async () => {
    const using = filling(['fee'], [], 'contract');
    expect((await findingsOf({}, using)).map((each) => each.split(' ')[0])).toEqual(['missing-document']);
    const { release } = await compile(clubFiles(), registry);
    expect(release && checkRelease(release.manifest, using)).toEqual([
      'operation "club.join" fills the document "contract", which does not exist',
    ]);
  });
});

describe('a release', () => {
  test('does not fit code that lost a name', async () => {
    const { release } = await compile(clubFiles(), registry);
    const { 'club.join': _join, ...operations } = registry.operations;
    const { verify: _verify, ...effects } = registry.effects;
    if (!release) throw new Error('no release');
    expect(checkRelease(release.manifest, registry)).toEqual([]);
    expect(checkRelease(release.manifest, { ...registry, operations, effects })).toEqual([
      'operation "club.join" is not registered',
      'effect "verify" is not registered',
    ]);
  });

  test('does not fit code that reads an unknown answer or refuses with an unknown code', async () => {
    const { release } = await compile(clubFiles(), registry);
    const verify = { name: 'verify', description: 'Verifies.', reads: ['person.nick', 'person.age'], fails: ['offline'] };
    const changed = { ...registry, effects: { verify } };
    if (!release) throw new Error('no release');
    expect(checkRelease(release.manifest, changed)).toEqual([
      'effect "verify" reads "person.age", which no form asks',
      'effect "verify" fails with "offline", which is not in the error catalogue',
    ]);
    const { diagnostics } = await compile(clubFiles(), changed);
    const found = diagnostics.filter(({ severity }) => severity === 'error').map(({ code, file, pointer }) => `${code} ${file}${pointer}`);
    expect(found).toEqual(['missing-error flows/errors.json/errors', 'missing-answer schemas/forms/person.schema.json/properties']);
    const gone = { ...registry, effects: { verify: { ...verify, reads: ['pet.name'], fails: [] } } };
    expect((await compile(clubFiles(), gone)).diagnostics[0]).toMatchObject({ code: 'missing-answer', file: 'flows/joining.flow.json' });
  });

  test('compiles incrementally to the same release as from scratch', async () => {
    const compiler = createCompiler(registry);
    await compiler.compile(clubFiles());
    const files = edited('schemas/forms/sports.schema.json', '"minimum": 1', '"minimum": 2');
    const [again, scratch] = [await compiler.compile(files), await compile(files, registry)];
    expect(again.release?.hash).toBe(scratch.release?.hash);
    expect([...(again.release?.parts ?? [])]).toEqual([...(scratch.release?.parts ?? [])]);
    expect(again.diagnostics).toEqual(scratch.diagnostics);
  });
});

describe('mutated configuration', () => {
  const compiler = createCompiler(registry);
  const files = clubFiles();
  const pieces = [
    '',
    '{',
    '}',
    '"',
    ',',
    'null',
    '0',
    '-1',
    '[]',
    '{}',
    '"x"',
    '__proto__',
    '\\u0000',
    '￿',
    'constructor',
    '"x-when": "self"',
    "'",
  ];

  test('is refused with file, line and column, or compiles: the compiler never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(files.length - 1), fc.nat(), fc.nat(30), fc.constantFrom(...pieces), async (index, at, length, piece) => {
        const changed = files.map((file, each) => {
          if (each !== index) return file;
          const from = at % (file.text.length + 1);
          return { path: file.path, text: file.text.slice(0, from) + piece + file.text.slice(from + length) };
        });
        const { diagnostics, release } = await compiler.compile(changed);
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        expect(release === undefined).toBe(errors.length > 0);
        for (const { file, line, column } of errors) expect(file !== '' && line >= 1 && column >= 1).toBe(true);
      }),
      { numRuns: 400 },
    );
  }, 240_000);

  test('with swapped and foreign values too', async () => {
    const values: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom(...pieces), fc.jsonValue({ maxDepth: 2 }));
    const paths = files
      .filter(({ path }) => path.endsWith('.json'))
      .flatMap(({ path, text }) => leaves(JSON.parse(text), []).map((leaf) => ({ path, leaf })));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), values, async ({ path, leaf }, value) => {
        const changed = files.map((file) =>
          file.path === path ? { path, text: JSON.stringify(withValue(JSON.parse(file.text), leaf, value)) } : file,
        );
        const { diagnostics, release } = await compiler.compile(changed);
        expect(release === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: 400 },
    );
  }, 240_000);
});

function leaves(value: unknown, path: string[]): string[][] {
  if (value === null || typeof value !== 'object') return [path];
  return [path, ...Object.entries(value).flatMap(([key, each]) => leaves(each, [...path, key]))];
}

function withValue(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === key ? withValue(each, rest, replacement) : each));
  return { ...(value as object), [key]: withValue((value as Record<string, unknown>)[key], rest, replacement) };
}
