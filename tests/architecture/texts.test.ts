import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { i18n, InitOptions } from 'i18next';
import { expect, test, vi } from 'vitest';
import { openRelease } from '../../engine/compiler/index.ts';
import { createTexts } from '../../engine/react/text.tsx';
import { messageOf } from '../../engine/scenario/texts.ts';
import { fillDocument } from '../../server/platform/documents/fill.ts';
import { serverText } from '../../server/platform/texts.ts';
import { shippedRelease } from '../config/shipped.ts';
import { fixedReleases, manifestWith } from '../server/support/releases.ts';
import { root } from '../support/root.ts';

// Make i18next wrap each text that it returns in angle brackets.
vi.mock('i18next', async (load) => {
  const { createInstance } = await load<{ createInstance: () => i18n }>();
  return {
    createInstance: (): i18n => {
      const instance = createInstance().use({ type: 'postProcessor', name: 'brackets', process: (text: string) => `<${text}>` });
      const init = instance.init.bind(instance);
      return Object.assign(instance, { init: (options: InitOptions) => init({ ...options, postProcess: 'brackets' }) });
    },
  };
});

test('K06 i18next fills the texts of the browser', () => {
  const texts = createTexts({ language: 'en', currency: 'PHP', constants: { phone: '02 123' } });
  texts.add('en', {
    due: 'Pay {{amount, money}}.',
    left_one: '{{num}} day',
    left_other: '{{num}} days',
    call: 'Call {{constants.phone}}.',
  });
  const filled = [texts.t('due', { amount: 500 }), texts.t('left', { num: 2 }), texts.t('call')];
  expect(filled).toEqual(['<Pay ₱5.>', '<2 days>', '<Call 02 123.>']);
});

test('K06 i18next fills the texts and the documents of the server', async () => {
  const releases = fixedReleases(manifestWith({ serverTexts: { en: { sms: { loginCode: 'Your code is {{code}}.' } } } }));
  expect(serverText({ releases }, 'en', 'sms.loginCode', { code: '0427' })).toBe('<Your code is 0427.>');
  const release = releases.active();
  expect(fillDocument(release, { language: 'en', markdown: 'Signed by {{name}}.' }, { name: 'Ana' })).toBe('<Signed by Ana.>');
});

test('K06 i18next fills the texts of scenarios', async () => {
  const release = await openRelease(await shippedRelease());
  const form = release.forms['work'];
  if (!form) throw new Error('no form "work"');
  const message = messageOf(release, 'en', form, { path: '/professionalTitle', code: 'minLength' });
  expect(message).toMatch(/^<.*\b2\b.*>$/);
});

test('K06 one file makes instances of i18next', () => {
  const importing = ['engine', 'server', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => /from 'i18next|import\('i18next/.test(readFileSync(path, 'utf8')))
      .map((path) => path.slice(root.length + 1)),
  );
  expect(importing).toEqual(['engine/texts/words.ts']);
});
