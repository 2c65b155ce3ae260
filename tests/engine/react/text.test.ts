import { expect, test } from 'vitest';
import { createTexts } from '../../../engine/react/text.tsx';

function texts() {
  const made = createTexts({ language: 'en', constants: { hours: '9 to 6' } });
  made.add('en', { common: { next: 'Next', open: 'Open {{constants.hours}}', empty: '' } });
  return made;
}

test('words looked up before follow a change of language', () => {
  const words = texts();
  expect(words.t('common.next')).toBe('Next');
  words.add('fil', { common: { next: 'Susunod' } });
  words.setLanguage('fil');
  expect(words.t('common.next')).toBe('Susunod');
  expect(words.has('common.open')).toBe(false);
});

test('words that come later take the place of those looked up before, or of their absence', () => {
  const words = texts();
  expect(words.t('common.next')).toBe('Next');
  expect(words.has('screens.start.title')).toBe(false);
  words.add('en', { common: { next: 'Go on' }, screens: { start: { title: 'Welcome' } } });
  expect(words.t('common.next')).toBe('Go on');
  expect(words.has('screens.start.title')).toBe(true);
});

test('the first key that has words is taken, and constants are filled in', () => {
  const words = texts();
  expect(words.t(['common.none', 'common.open'])).toBe('Open 9 to 6');
  expect(words.t(['common.none', 'common.open'])).toBe('Open 9 to 6');
  expect(words.has('common.empty')).toBe(false);
});
