import { expect, type Page } from '@playwright/test';
import table from '../../cases/words.json' with { type: 'json' };
import { wordsOf } from '../../support/words.ts';

/** One of our product names, which is the same in every language. */
const ownProduct = 'Easy Re-loan';

/** Words that a language borrows from English unchanged. tests/config checks which language borrows them, and that no others are. */
const borrowed = new Set(Object.values(table.borrowed).flat());

const shown = /^(common|screens|forms|enums|formats|errors)\./;

/** Texts that are the same in every language: names of companies, documents and apps, and codes. */
const names =
  /^(enums\.(bank|wallet|remittanceShop|idType)\.|screens\.noAndroid\.title|forms\.\w+\.(email|viber|pan|ifsc|whatsapp|aadhaar|facebookUsername)\.(label|placeholder))/;

/** Maps English texts to their keys, without names and texts with placeholders. */
function englishTexts(): Map<string, string> {
  const texts = new Map<string, string>();
  const isShown = (key: string, text: string) => shown.test(key) && !text.includes('{{') && !names.test(key);
  for (const [key, text] of wordsOf('en'))
    if (isShown(key, text) && !borrowed.has(text) && text !== ownProduct) texts.set(text.trim(), key);
  return texts;
}

/** Texts on the screen, names of controls, and list choices. Documents are excluded, because they stay in the language of the agreement. */
const textsShown = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>([document.title.split(' · ')[0] ?? '']);
    for (const part of document.querySelectorAll('.shell')) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
        node instanceof HTMLElement && (node.style.display === 'none' || node.matches('.languages, .document'))
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT,
      );
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Element)
          for (const name of ['aria-label', 'alt', 'placeholder']) found.add(node.getAttribute(name)?.trim() ?? '');
        else found.add(node.textContent?.trim() ?? '');
      }
    }
    return [...found].filter((text) => /[a-z]/i.test(text));
  });

const english = englishTexts();

/** Expects every text of a screen in another language to be in that language, and none to be a bare key. */
export async function expectNoEnglish(page: Page, step: string): Promise<void> {
  const left = (await textsShown(page)).flatMap((text) => (english.has(text) ? [`${step}: "${text}" (${english.get(text)})`] : []));
  expect.soft(left).toEqual([]);
  await expectNoKey(page, step);
}

const bareKey = /^(screens|common|forms|enums|errors|corrections|formats)(\.\w+)+$/;

/** Expects no key in place of its text. */
export async function expectNoKey(page: Page, step: string): Promise<void> {
  expect.soft((await textsShown(page)).flatMap((text) => (bareKey.test(text) ? [`${step}: ${text}`] : []))).toEqual([]);
}
