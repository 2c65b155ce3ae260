import { describe, expect, test } from 'vitest';
import { escapeMarkdown, parseInline, parseMarkdown, safeHref } from '../../../engine/config/markdown.ts';

const text = (value: string) => ({ type: 'text', text: value });

describe('Markdown of documents', () => {
  test('has headings, paragraphs over several lines, lists and rules', () => {
    expect(parseMarkdown('# Title\n\nOne\ntwo.\n\n- a\n- b\n  goes on\n\n1. first\n2. second\n\n---\n')).toEqual([
      { type: 'heading', level: 1, content: [text('Title')] },
      { type: 'paragraph', content: [text('One two.')] },
      { type: 'list', ordered: false, items: [[text('a')], [text('b goes on')]] },
      { type: 'list', ordered: true, items: [[text('first')], [text('second')]] },
      { type: 'rule' },
    ]);
  });

  test('has tables, with numbers at the end of their cells', () => {
    expect(parseMarkdown('Before\n| Day | Amount |\n| --- | ---: |\n| 1 May | **₱5** |\n| a \\| b |\nAfter')).toEqual([
      { type: 'paragraph', content: [text('Before')] },
      {
        type: 'table',
        head: [[text('Day')], [text('Amount')]],
        rows: [
          [[text('1 May')], [{ type: 'strong', content: [text('₱5')] }]],
          [[text('a '), text('|'), text(' b')], []],
        ],
        align: ['start', 'end'],
      },
      { type: 'paragraph', content: [text('After')] },
    ]);
  });

  test('bars without a delimiter row are text', () => {
    expect(parseMarkdown('| a |')).toEqual([{ type: 'paragraph', content: [text('| a |')] }]);
  });

  test.each(['*Ana* [x](/y) | <b> # 1. \\', 'O’Hara-Santos Jr. (Bong)', '# 1', '- a', '1. a', '₱1,000.00'])(
    'a value that is escaped stays as it is: %s',
    (value) => {
      expect(parseMarkdown(escapeMarkdown(value))).toMatchObject([{ type: 'paragraph' }]);
      const spans = parseInline(escapeMarkdown(value));
      expect(spans.map((span) => (span.type === 'text' ? span.text : span))).toEqual(spans.map(() => expect.any(String) as string));
      expect(spans.map((span) => (span.type === 'text' ? span.text : '')).join('')).toBe(value);
    },
  );

  test('has emphasis and links', () => {
    expect(parseInline('**Never** share *it*, [read](/privacy).')).toEqual([
      { type: 'strong', content: [text('Never')] },
      text(' share '),
      { type: 'emphasis', content: [text('it')] },
      text(', '),
      { type: 'link', href: '/privacy', content: [text('read')] },
      text('.'),
    ]);
  });

  test('never becomes HTML: tags are text', () => {
    expect(parseInline('<img src=x onerror=alert(1)>')).toEqual([text('<img src=x onerror=alert(1)>')]);
  });

  test.each(['javascript:alert(1)', 'JaVaScRiPt:x', 'data:text/html,x', '//evil.example', '/\\evil.example', 'vbscript:x'])(
    'a link to %s is shown as it was written',
    (target) => {
      expect(safeHref(target)).toBeUndefined();
      expect(parseInline(`[tap](${target.replace('(1)', '')})`)).toEqual([text(`[tap](${target.replace('(1)', '')})`)]);
    },
  );

  test.each(['https://a.example/b', 'mailto:a@b.example', 'tel:+6328', '/care', '#top'])('links to %s', (target) => {
    expect(safeHref(target)).toBe(target);
  });
});
