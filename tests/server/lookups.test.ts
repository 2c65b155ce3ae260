import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { compile } from '../../engine/compiler/index.ts';
import type { SourceFile } from '../../engine/compiler/types.ts';
import { registry } from '../../server/registry.ts';
import { withLookups } from '../support/lookupField.ts';
import { journey, type Journey } from './support/journey.ts';
import { edited, newBorrower, shippedFiles, startProduct, type ProductApp } from './support/product.ts';

function filesWithLookups(): readonly SourceFile[] {
  let files = shippedFiles();
  withLookups((path, each) => (files = edited(files, path, each)));
  return files;
}

const cebu = { code: '30600', name: 'Cebu City, Cebu' };

let server: ProductApp;
let borrower: Journey;
beforeAll(async () => {
  server = await startProduct({ files: filesWithLookups() });
  borrower = await journey(server, await newBorrower(server));
});
afterAll(() => server.close());

const search = (list: string, text: string, headers: Record<string, string> = borrower.headers) =>
  server.app.inject({ method: 'GET', url: `/api/lookups/${list}?text=${encodeURIComponent(text)}`, headers });

describe('R07 the search', () => {
  test('finds entries by words, in any case and without accents, those that begin with the text first', async () => {
    const { entries } = (await search('towns', 'paranaque')).json<{ entries: { name: string }[] }>();
    expect(entries.map(({ name }) => name)).toEqual(['Parañaque City, Metro Manila']);
    const cebus = (await search('towns', 'CEBU')).json<{ entries: { code: string; name: string }[] }>().entries;
    expect(cebus[0]).toEqual(cebu);
    expect(cebus.length).toBeLessThanOrEqual(30);
    expect((await search('towns', 'zzzz')).json()).toEqual({ entries: [] });
  });

  test('needs a session, a known list and a text of bounded length', async () => {
    expect((await search('towns', 'cebu', {})).statusCode).toBe(401);
    expect((await search('town', 'cebu')).statusCode).toBe(404);
    expect((await search('__proto__', 'cebu')).statusCode).toBe(404);
    expect((await search('towns', '')).statusCode).toBe(400);
    expect((await search('towns', 'x'.repeat(81))).statusCode).toBe(400);
  });
});

describe('R07 the server', () => {
  const problems = async (step: string, answers: Record<string, unknown>) =>
    (await borrower.put(step, answers)).json<{ problems: object[] }>().problems;

  test('refuses an answer that is no entry, also in a list, and a name that is not the code’s', async () => {
    await borrower.walkTo('contact');
    const sound = (await borrower.soundAnswers('contact')) as { contacts: object[] };
    const withTown = (town: object) => ({ ...sound, contacts: sound.contacts.map((item, at) => (at === 1 ? { ...item, town } : item)) });
    const refused = [{ code: 'lookup', path: '/contacts/1/town' }];
    expect(await problems('contact', withTown({ code: '99999', name: 'Nowhere' }))).toEqual(refused);
    expect(await problems('contact', withTown({ ...cebu, name: 'Rome' }))).toEqual(refused);
    await borrower.save('contact', withTown(cebu));

    await borrower.walkTo('address');
    const address = await borrower.soundAnswers('address');
    expect(await problems('address', { ...address, birthTown: { code: '1', name: 'Rome' } })).toEqual([
      { code: 'lookup', path: '/birthTown' },
    ]);
    const { answers } = await borrower.save('address', { ...address, birthTown: cebu });
    expect(answers['address']).toMatchObject({ birthTown: cebu });
  });

  test('keeps a stored answer that is no longer in the list', async () => {
    const { lookups = {} } = server.deps.areas.find(({ lookups: own }) => own?.['towns']) ?? {};
    const { towns } = lookups;
    if (!towns) throw new Error('No list of towns is registered');
    const find = vi.spyOn(towns, 'find').mockResolvedValue(undefined);
    try {
      const { answers } = await borrower.get();
      const { place: _place, ...stored } = { ...answers['address'] };
      const again = { ...(await borrower.soundAnswers('address')), birthTown: stored['birthTown'] };
      await borrower.save('address', { ...again, detailedAddress: '9 Luna St.' });
      expect(await problems('address', { ...again, birthTown: { code: '30700', name: 'Davao' } })).toEqual([
        { code: 'lookup', path: '/birthTown' },
      ]);
    } finally {
      find.mockRestore();
    }
  });
});

test.each([
  ['another widget', (field: Record<string, unknown>) => (field['ui:widget'] = 'group'), undefined, 'Use "lookup".'],
  ['no list', undefined, (property: Record<string, unknown>) => delete property['x-lookup'], 'needs "x-lookup"'],
  ['no name', undefined, (property: Record<string, unknown>) => (property['required'] = ['code']), '"code" and "name", both required'],
])('R07 the compiler reports a lookup field with %s', async (_name, changeUi, changeProperty, message) => {
  let files = filesWithLookups();
  files = edited<{ fields: Record<string, Record<string, unknown>> }>(files, 'schemas/forms/address.ui.json', ({ fields }) =>
    changeUi?.(fields['birthTown'] ?? {}),
  );
  files = edited<{ properties: Record<string, Record<string, unknown>> }>(files, 'schemas/forms/address.schema.json', ({ properties }) =>
    changeProperty?.(properties['birthTown'] ?? {}),
  );
  const { diagnostics } = await compile(files, registry);
  const found = diagnostics.find(({ code }) => code === 'wrong-widget');
  expect(found?.message).toContain(message);
  expect(found).toMatchObject({ file: 'schemas/forms/address.ui.json', pointer: '/fields/birthTown/ui:widget' });
});
