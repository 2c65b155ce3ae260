import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { formats } from '../../../engine/cli/formats/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import sarifSchema from '../../cases/reports/sarif.json' with { type: 'json' };
import { clubFiles } from '../compiler/fixtures/club.ts';
import { edited, terminal } from './support.ts';
import { misfits } from './junit.ts';
import { parseXml } from './xml.ts';

/** A fixable mistake, one that is not fixable, a warning, and a document with characters that XML and annotations escape. */
function wrong(): SourceFile[] {
  const repaired = edited('flows/joining.flow.json', '"verify"', '"verfy"');
  const document = edited('locales/en/documents/rules.md', '# Rules', '# Rules <i class="a&b">, 100 %\u0001', repaired);
  return [...document, { path: 'flows/notes.md', text: 'x' }];
}

async function report(format: string, files: readonly SourceFile[] = wrong()): Promise<string> {
  const { run, said } = terminal(files);
  await run('check', '--format', format);
  return said.join('\n');
}

interface Sarif {
  runs: [
    {
      tool: { driver: { rules: { id: string }[] } };
      results: { ruleId: string; ruleIndex: number; level: string; partialFingerprints: object; fixes?: object[] }[];
    },
  ];
}

describe('SARIF', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validate = ajv.compile(sarifSchema);

  test.each([
    ['with findings', wrong()],
    ['without', clubFiles()],
  ])('%s is as the standard says', async (_, files) => {
    validate(JSON.parse(await report('sarif', files)));
    expect(validate.errors ?? []).toEqual([]);
  });

  test('points each result at its rule, with its level, a fingerprint and a fix', async () => {
    const [{ tool, results }] = (JSON.parse(await report('sarif')) as Sarif).runs;
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(results.map(({ ruleId, level }) => `${level} ${ruleId}`)).toEqual(
      expect.arrayContaining(['error unknown-effect', 'error raw-html', 'warning misplaced-file', 'note completeness']),
    );
    const effect = results.find(({ ruleId }) => ruleId === 'unknown-effect');
    expect(effect?.partialFingerprints).toEqual({ 'hakbang/v1': expect.stringMatching(/^[0-9a-f]{20}$/) });
    expect(effect?.fixes).toMatchObject([
      {
        artifactChanges: [{ replacements: [{ deletedRegion: { startLine: 17, startColumn: 16 }, insertedContent: { text: '"verify"' } }] }],
      },
    ]);
  });
});

describe('JUnit', () => {
  test.each([
    ['with findings', wrong()],
    ['without', clubFiles()],
  ])('%s is as Jenkins reads it', async (_, files) => {
    const root = parseXml(await report('junit', files));
    expect(root.name).toBe('testsuites');
    expect(misfits(root)).toEqual([]);
  });

  test('has a case for each file, which fails only by errors', async () => {
    const root = parseXml(await report('junit'));
    const [suite] = root.children;
    const failed = suite?.children.filter(({ children }) => children.some(({ name }) => name === 'failure')) ?? [];
    expect(failed.map(({ attributes }) => attributes['name'])).toEqual(['flows/joining.flow.json', 'locales/en/documents/rules.md']);
    expect(suite?.attributes).toMatchObject({ tests: `${suite?.children.length}`, failures: '2' });
  });
});

describe('GitHub', () => {
  test('gets an escaped annotation for each error and warning', async () => {
    const lines = (await report('github')).split('\n');
    expect(lines[0]).toBe(
      '::error file=flows/joining.flow.json,line=17,col=16,title=hakbang unknown-effect::There is no effect "verfy". Did you mean "verify"?',
    );
    expect(lines.filter((line) => line.startsWith('::'))).toHaveLength(3);
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(1);
    const percent = edited('locales/en/documents/rules.md', '# Rules', '# Rules <b title="100%">');
    expect(await report('github', percent)).toContain('100%25');
  });
});

describe('text', () => {
  test('is coloured only on a terminal', async () => {
    const plain = terminal(wrong());
    await plain.run('check');
    expect(plain.said.join('')).not.toContain('\u001b[');
    const coloured = terminal(wrong(), { colour: true });
    await coloured.run('check');
    expect(coloured.said.join('')).toContain('\u001b[');
  });
});

describe('--output', () => {
  test.each(formats)('writes %s to a file without colour, and prints a summary', async (format) => {
    const { run, said, beside } = terminal(wrong(), { colour: true });
    expect(await run('check', '--format', format, '--output', 'report')).toBe(1);
    expect(beside.get('report')).toBe(`${await report(format)}\n`);
    expect(said.join('\n')).toContain('2 errors, 1 warning.');
  });
});
