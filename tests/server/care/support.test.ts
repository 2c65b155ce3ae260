import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import type { Support } from '../../../server/contract/supportOperations.ts';
import { openingAt } from '../../../server/platform/support/opening.ts';
import type { Support as SupportFile } from '../../../server/platform/support/kind.ts';
import { registry } from '../../../server/registry.ts';
import { root } from '../../support/root.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

const shipped = JSON.parse(readFileSync(`${root}/flows/support.json`, 'utf8')) as SupportFile;
const cases = JSON.parse(readFileSync(`${root}/tests/cases/opening.json`, 'utf8')) as {
  name: string;
  support?: Partial<SupportFile>;
  at: string;
  opening: object;
}[];

test.each(cases)('G14 $name', ({ support, at, opening }) => {
  expect(openingAt({ ...shipped, ...support }, 'Asia/Manila', new Date(at))).toEqual(opening);
});

describe('over the API', () => {
  let server: ProductApp;
  beforeAll(async () => {
    server = await startProduct();
  });
  afterAll(() => server.close());
  const care = async () => (await server.app.inject('/api/support')).json<Support>();

  test('S41 G14 customer care is open from 09:00 to 18:00 in Manila, for visitors too, by the server clock', async () => {
    server.clock.set(new Date('2026-03-10T09:59:59Z'));
    expect(await care()).toMatchObject({ isOpen: true, until: '18:00', hours: '09:00–18:00', phone: shipped.phone, email: shipped.email });
    server.clock.advance(1);
    expect(await care()).toMatchObject({ isOpen: false, opensAt: '09:00', opensOn: 'tomorrow', opensDay: '2026-03-11' });
  });

  test('P03 the grievance officer has a name, a phone and an e-mail address', async () => {
    expect((await care()).officer).toEqual(shipped.officer);
  });

  test('a holiday is an edit of JSON', async () => {
    server.clock.set(new Date('2026-12-25T04:00:00Z'));
    await server.publish(edited<SupportFile>(shippedFiles(), 'flows/support.json', (file) => void (file.closedOn = ['2026-12-25'])));
    expect(await care()).toMatchObject({ isOpen: false, holiday: true, opensOn: 'tomorrow' });
  });
});

const found = async (change: (file: SupportFile) => void) => {
  const { diagnostics } = await compile(edited<SupportFile>(shippedFiles(), 'flows/support.json', change), registry);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code, file, pointer }) => ({ code, file, pointer }));
};

test('a hotline missing from the texts is an error at its line', async () => {
  expect(await found((file) => void (file.phone = '+63 2 8555 0199'))).toContainEqual({
    code: 'support-promise',
    file: 'flows/support.json',
    pointer: '/phone',
  });
});

test('opening hours missing from the texts are an error', async () => {
  expect(await found((file) => void (file.hours[0] = { ...shipped.hours[0]!, until: '17:00' }))).toMatchObject([
    { code: 'support-promise', pointer: '/hours/0' },
  ]);
});

test.each([
  ['tel', 'phone', '555-CALL-ME'],
  ['mailto', 'email', 'help@hakbang.example?bcc=x@y.z'],
  ['https', 'website', 'javascript:alert(1)'],
] as const)('an address that cannot stand in a %s: link does not compile', async (_, name, value) => {
  const codes = await found((file) => void (file[name] = value));
  expect(codes).toContainEqual(expect.objectContaining({ file: 'flows/support.json', pointer: `/${name}` }));
});
