import type { MarkdownBlock } from '../../../../engine/config/markdown.ts';
import type { Paper, TextStyle } from './paper.ts';
import { writeTable } from './table.ts';

const body: TextStyle = { size: 9.5 };
const headings: Readonly<Record<1 | 2 | 3, TextStyle>> = {
  1: { size: 18, style: 'bold' },
  2: { size: 11.5, style: 'bold' },
  3: { size: 10.5, style: 'bold' },
};
const gapAfter = 5;
const gapBeforeHeading = 8;
const listIndent = 16;
/** A heading stays on one page with at least this many lines of its section. */
const linesKept = 3;

export function writeBlocks(paper: Paper, blocks: readonly MarkdownBlock[]): void {
  for (const block of blocks) writers[block.type](paper, block as never);
}

type Writers = { [Type in MarkdownBlock['type']]: (paper: Paper, block: Extract<MarkdownBlock, { type: Type }>) => void };

const writers: Writers = {
  heading(paper, { level, content }) {
    const text = headings[level];
    const lines = paper.lines(content, text);
    paper.y += level === 1 ? 0 : gapBeforeHeading;
    paper.room(lines.length * paper.lineHeight(text) + linesKept * paper.lineHeight(body));
    paper.write(lines, text);
    paper.y += gapAfter / 2;
  },
  paragraph(paper, { content }) {
    paper.write(paper.lines(content, body), body);
    paper.y += gapAfter;
  },
  list(paper, { ordered, items }) {
    items.forEach((item, index) => {
      const [mark] = paper.lines([{ type: 'text', text: ordered ? `${index + 1}.` : '•' }], body);
      paper.room(paper.lineHeight(body));
      if (mark) paper.writeAt(mark, body, paper.left, paper.y);
      paper.write(paper.lines(item, body, paper.width - listIndent), body, listIndent);
    });
    paper.y += gapAfter;
  },
  table: (paper, table) => writeTable(paper, table),
  rule(paper) {
    paper.room(gapAfter * 2);
    paper.rule(paper.y + gapAfter);
    paper.y += gapAfter * 2;
  },
};
