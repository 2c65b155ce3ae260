import { expect, type Page } from '@playwright/test';
import table from '../../cases/words.json' with { type: 'json' };
import { wordsOf } from '../../support/words.ts';

/** What we call a product of ours has the same name in every language. */
const ownProduct = 'Easy Re-loan';

/** Words that a language takes from English as they are; tests/config holds in which language and that nothing else is. */
const borrowed = new Set(Object.values(table.borrowed).flat());

const shown = /^(common|screens|forms|enums|formats|errors)\./;

/** Texts that are the same in every language: names of companies, of documents, of apps, and codes. */
const names =
  /^(enums\.(bank|wallet|remittanceShop|idType)\.|screens\.noAndroid\.title|forms\.\w+\.(email|viber|pan|ifsc|whatsapp|aadhaar|facebookUsername)\.(label|placeholder))/;

/** English texts by what they say, with their keys; those with something filled in are left out, and so are names. */
function englishTexts(): Map<string, string> {
  const texts = new Map<string, string>();
  const isShown = (key: string, text: string) => shown.test(key) && !text.includes('{{') && !names.test(key);
  for (const [key, text] of wordsOf('en'))
    if (isShown(key, text) && !borrowed.has(text) && text !== ownProduct) texts.set(text.trim(), key);
  return texts;
}

/** Texts on the screen, names of controls, and choices of lists; not documents, which stay in the language of the agreement. */
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

/** On a screen in another language every text is that language's, and none is a key that has no words. */
export async function expectNoEnglish(page: Page, step: string): Promise<void> {
  const left = (await textsShown(page)).flatMap((text) => (english.has(text) ? [`${step}: "${text}" (${english.get(text)})`] : []));
  expect.soft(left).toEqual([]);
  await expectNoKey(page, step);
}

const bareKey = /^(screens|common|forms|enums|errors|corrections|formats)(\.\w+)+$/;

/** A key that stands where its words should. */
export async function expectNoKey(page: Page, step: string): Promise<void> {
  expect.soft((await textsShown(page)).flatMap((text) => (bareKey.test(text) ? [`${step}: ${text}`] : []))).toEqual([]);
}
