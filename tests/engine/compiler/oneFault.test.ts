import { describe, expect, test } from 'vitest';
import { createCompiler } from '../../../engine/compiler/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { claimFiles, claimRegistry, shippedFiles, shippedRegistry } from './fixtures/shipped.ts';

const compiler = createCompiler(claimRegistry);

async function findings(files: readonly SourceFile[]): Promise<string[]> {
  const { diagnostics } = await compiler.compile(files);
  return diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`);
}

/** The claim with one file changed, or removed. */
const changed = (path: string, change: (text: string) => string | undefined): SourceFile[] =>
  claimFiles.flatMap((file) => {
    const text = file.path === path ? change(file.text) : file.text;
    return text === undefined ? [] : [{ path: file.path, text }];
  });

const files = claimFiles.filter(({ path }) => path.endsWith('.json') && !path.startsWith('schemas/meta/')).map(({ path }) => path);

describe('K05 one fault gives one finding:', () => {
  test.each(files)('%s cannot be read', async (path) => {
    const found = await findings(changed(path, (text) => text.slice(0, text.length / 2)));
    expect(found).toEqual([expect.stringMatching(`^${path}:\\d+ json-syntax `)]);
  });

  test.each([
    [
      'flows/claim.flow.json',
      'flows/screens/evidence.screen.json:7 unknown-flow There is no flow "claim". 12 places in 12 files refer to it.',
    ],
    ['flows/valuable.subFlow.json', 'flows/claim.flow.json:41 unknown-flow There is no sub-flow "valuable".'],
    [
      'schemas/forms/verify.schema.json',
      'schemas/forms/verify.ui.json:3 unknown-form This is the layout of "verify", but there is no such form.',
    ],
    [
      'schemas/forms/itemDetails.schema.json',
      'schemas/forms/itemDetails.ui.json:3 unknown-form This is the layout of "itemDetails", but there is no such form.',
    ],
    [
      'flows/screens/privacy.screen.json',
      'flows/screens/start.screen.json:66 unknown-route There is no route "/privacy". 3 places in 3 files refer to it.',
    ],
    [
      'schemas/formats/imageCode.schema.json',
      expect.stringContaining(
        'schemas/forms/guestCode.schema.json:7 unknown-reference "../formats/imageCode.schema.json" does not resolve',
      ),
    ],
  ])('%s does not exist', async (path, finding) => {
    expect(await findings(changed(path, () => undefined))).toEqual([finding]);
  });

  test('a step for each item has a route without the item', async () => {
    const wrong = changed('flows/valuable.subFlow.json', (text) => text.replace('/itemDetails/:item', '/itemDetails'));
    expect(await findings(wrong)).toEqual([
      expect.stringContaining('flows/valuable.subFlow.json:8 unknown-route There is no route "/itemDetails".'),
    ]);
    const other = changed('flows/valuable.subFlow.json', (text) => text.replace('/itemDetails/:item', '/itemDetails/:thing'));
    expect(await findings(other)).toEqual([expect.stringContaining('flows/valuable.subFlow.json:8 item-route ')]);
  });

  test('a screen was renamed without its texts', async () => {
    const renamed = claimFiles.map(({ path, text }) =>
      path === 'flows/screens/start.screen.json'
        ? { path: 'flows/screens/begin.screen.json', text: text.replace('"id": "start"', '"id": "begin"') }
        : { path, text },
    );
    expect(await findings(renamed)).toEqual([
      'flows/screens/begin.screen.json:3 missing-key Texts are missing: "screens.begin" needs 9 in locales/en.',
    ]);
  });

  test('texts of one file are no longer used', async () => {
    const found = await findings(changed('flows/screens/invited.screen.json', () => undefined));
    expect(found.filter((each) => each.includes('unused-key'))).toEqual([
      'locales/en/screens/invited.json:3 unused-key Nothing uses "screens.invited.title". 9 more texts in this file are unused.',
    ]);
  });
});

test.each([
  ['schemas/enums/idType.schema.json', 'an enum that variants of a field name'],
  ['flows/content/homeBanners.json', 'content that two screens show'],
])('K05 an unreadable %s, %s, gives one finding', async (path) => {
  const broken = shippedFiles.map((file) => (file.path === path ? { path, text: file.text.slice(0, file.text.length / 2) } : file));
  const { diagnostics } = await createCompiler(shippedRegistry).compile(broken);
  expect(diagnostics.filter(({ severity }) => severity !== 'info')).toMatchObject([{ file: path, code: 'json-syntax' }]);
});
