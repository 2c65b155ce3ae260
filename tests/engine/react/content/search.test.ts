import { describe, expect, test } from 'vitest';
import { matches } from '../../../../engine/react/blocks/searchList/search.ts';

describe('S40 the search in questions and answers', () => {
  const found: [text: string, query: string][] = [
    ['How do I pay back?', 'PAY'],
    ['How do I pay back?', 'back pay'],
    ['A loan of Señora Peña', 'senora pena'],
    ['Puwede bang i-extend?', 'extend'],
    ['लोन में कितना ख़र्च है?', 'कितना'],
    ['लोन में कितना ख़र्च है?', 'लोन'],
    ['It costs ₱200.', '₱200'],
  ];
  test.each(found)('%s is found by %s', (text, query) => expect(matches(text, query)).toBe(true));

  const missed: [text: string, query: string][] = [
    ['How do I pay back?', 'ay'],
    ['How do I pay back?', 'pay late'],
    ['लोन में कितना ख़र्च है?', 'कतना'],
  ];
  test.each(missed)('%s is not found by %s', (text, query) => expect(matches(text, query)).toBe(false));
});
