/* oxlint-disable react/no-array-index-key -- parsed nodes never change their order */
import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { type Inline, type MarkdownBlock, type MarkdownTable, parseMarkdown } from '../../../config/markdown.ts';

interface MarkdownProps {
  text: string;
  /** Navigates to a route of the app. */
  onNavigate: (path: string) => void;
}

/** Renders Markdown as elements. Nothing in it becomes HTML. */
export function Markdown({ text, onNavigate }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const path = event.currentTarget.getAttribute('href') ?? '';
    if (!path.startsWith('/') || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    onNavigate(path);
  };
  return blocks.map((block, index) => <Part key={index} block={block} follow={follow} />);
}

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void;

function Part({ block, follow }: { block: MarkdownBlock; follow: Follow }): ReactNode {
  if (block.type === 'rule') return <hr className="divider" />;
  if (block.type === 'list') {
    const items = block.items.map((item, index) => <li key={index}>{spans(item, follow)}</li>);
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  if (block.type === 'table') return <Table table={block} follow={follow} />;
  const content = spans(block.content, follow);
  if (block.type === 'paragraph') return <p>{content}</p>;
  if (block.level === 1) return <h1 tabIndex={-1}>{content}</h1>;
  return block.level === 2 ? <h2>{content}</h2> : <h3>{content}</h3>;
}

/** More columns do not fit on a phone. There each row becomes a card with labelled values. */
const mostColumns = 3;

/** A wide table scrolls on its own, also with the keyboard. Safari needs the roles when rows are cards. */
function Table({ table: { head, rows, align }, follow }: { table: MarkdownTable; follow: Follow }) {
  const alignment = (column: number) => (align[column] === 'end' ? 'document-number' : undefined);
  const isWide = head.length > mostColumns;
  const as = (role: string) => (isWide ? { role } : {});
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be reachable with the keyboard
    <div className={isWide ? 'document-table document-table-wide' : 'document-table'} tabIndex={0}>
      <table {...as('table')}>
        {head.some((content) => content.length > 0) && (
          <thead {...as('rowgroup')}>
            <tr {...as('row')}>
              {head.map((content, column) => (
                <th key={column} scope="col" className={alignment(column)} {...as('columnheader')}>
                  {spans(content, follow)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody {...as('rowgroup')}>
          {rows.map((row, index) => (
            <tr key={index} {...as('row')}>
              {row.map((content, column) => (
                <td key={column} className={alignment(column)} {...as('cell')}>
                  {isWide && (
                    <span className="document-label" aria-hidden="true">
                      {spans(head[column] ?? [], follow)}
                    </span>
                  )}
                  {spans(content, follow)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function spans(content: readonly Inline[], follow: Follow): ReactNode[] {
  return content.map((span, index) => {
    if (span.type === 'text') return span.text;
    const inner = spans(span.content, follow);
    if (span.type !== 'link') return span.type === 'strong' ? <strong key={index}>{inner}</strong> : <em key={index}>{inner}</em>;
    const outside = /^https?:/i.test(span.href);
    return (
      <a key={index} href={span.href} onClick={follow} {...(outside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
        {inner}
      </a>
    );
  });
}
