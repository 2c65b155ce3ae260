import { afterEach, expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import { registry } from '../../../server/registry.ts';
import { challenge, codeSentTo, requestCode, verifyCode } from '../support/login.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
afterEach(() => server.close());

const login = 'flows/login.json';
const smsCode = 'schemas/formats/smsCode.schema.json';
/** The forms that ask for a code. */
const codeForms = ['schemas/forms/verify.schema.json', 'schemas/forms/freshCode.schema.json'];

test("V16 the server checks phone numbers with the browser's JSON", async () => {
  const files = edited<{ pattern: string }>(shippedFiles(), 'schemas/formats/phone.schema.json', (format) => {
    format.pattern = '^9(?!99)[0-9]{9}$';
  });
  server = await startProduct({ files });
  expect((await requestCode(server, '9171234567')).statusCode).toBe(200);
  const refused = await requestCode(server, '9991234567');
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ code: 'invalidAnswers', problems: [{ code: 'pattern', path: '/phone' }] });
});

test('codes of six digits need JSON only', async () => {
  let files = edited<{ codeLength: number }>(shippedFiles(), login, (policy) => void (policy.codeLength = 6));
  files = edited<Record<string, unknown>>(files, smsCode, (format) =>
    Object.assign(format, { minLength: 6, maxLength: 6, pattern: '^[0-9]{6}$', examples: ['041700'] }),
  );
  for (const form of codeForms)
    files = edited<{ examples: { code: string }[] }>(files, form, (value) => void (value.examples = [{ code: '041700' }]));
  server = await startProduct({ files });
  const { id, code } = await challenge(server, '9171234567');
  expect(code).toMatch(/^\d{6}$/);
  expect((await verifyCode(server, id, code.slice(0, 4))).json()).toMatchObject({ code: 'invalidAnswers' });
  expect((await verifyCode(server, id, code)).statusCode).toBe(200);
});

test('the compiler reports a code length that differs between server and form', async () => {
  server = await startProduct();
  const files = edited<{ codeLength: number }>(shippedFiles(), login, (policy) => void (policy.codeLength = 6));
  const { diagnostics } = await compile(files, registry);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([expect.objectContaining({ code: 'code-length', file: login, pointer: '/codeLength' })]);
});

test.each([
  ['a code that no country has', { country: 'XX' }, '/country'],
  ["a default language whose locale's region has no phone numbers", { country: undefined }, ''],
])('the compiler reports a login for an unknown country: %s', async (_name, change, pointer) => {
  server = await startProduct();
  let files = edited<{ country?: string | undefined }>(shippedFiles(), login, (policy) => void Object.assign(policy, change));
  files = edited<{ languages: { offered: { locale: string }[] } }>(files, 'flows/settings.json', ({ languages }) => {
    for (const each of languages.offered) each.locale = each.locale.replace('-PH', '-AQ');
  });
  const { diagnostics } = await compile(files, registry);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([expect.objectContaining({ code: 'unknown-country', file: login, pointer })]);
});

test('the country of the numbers needs JSON only', async () => {
  let files = edited<{ country: string }>(shippedFiles(), login, (policy) => void (policy.country = 'IN'));
  files = files.map(({ path, text }) => ({ path, text: path.endsWith('.ui.json') ? text.replaceAll('"+63"', '"+91"') : text }));
  server = await startProduct({ files });
  expect((await requestCode(server, '+639171234567')).json()).toMatchObject({ code: 'invalidAnswers' });
  const { id, code } = await challenge(server, '9171234567');
  expect(server.sms.outbox[0]?.to).toBe('+919171234567');
  expect((await verifyCode(server, id, code)).json()).toMatchObject({ phoneNumber: '+91 917 ••• ••67' });
});

test('the compiler reports a login that would never need a new code', async () => {
  server = await startProduct();
  const files = edited<{ freshMinutes: number }>(shippedFiles(), login, (policy) => void (policy.freshMinutes = 720));
  const { diagnostics } = await compile(files, registry);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([expect.objectContaining({ code: 'always-fresh', file: login, pointer: '/freshMinutes' })]);
});

test.each(['en', 'hi', 'fil'])('G03 the SMS is in the language of the borrower: %s', async (language) => {
  server = await startProduct();
  const { id, code } = await challenge(server, '9171234567', { language });
  const text = server.sms.outbox[0]?.text ?? '';
  expect(text).toContain(code);
  expect(text).toContain('Hakbang');
  expect(text).not.toContain('{{');
  expect((await verifyCode(server, id, code)).statusCode).toBe(200);
  const [consent] = await server.deps.db.selectFrom('consents').select(['hash', 'language']).execute();
  expect(consent).toEqual({ hash: server.deps.releases.active().manifest.documents['privacy']?.[language]?.hash, language });
});

test('another language sends another SMS', async () => {
  server = await startProduct();
  const texts: string[] = [];
  for (const [phone, language] of [
    ['9171234567', 'en'],
    ['9181234567', 'hi'],
    ['9191234567', 'fil'],
  ] as const) {
    await requestCode(server, phone, { language });
    texts.push((server.sms.outbox[0]?.text ?? '').replace(codeSentTo(server, phone), ''));
  }
  expect(new Set(texts).size).toBe(3);
});
