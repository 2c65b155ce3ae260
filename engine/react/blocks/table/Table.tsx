import { observer } from 'mobx-react-lite';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { BlockValue, Text } from '../../../config/screen.ts';
import { AppLink } from '../../parts/AppLink.tsx';
import { Button } from '../../parts/Button.tsx';
import { ScopeProvider, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { keyOf } from '../list/keyOf.ts';
import { isOwnPath } from '../ownPath.ts';
import { as } from '../tableRole.ts';
import { usePages } from '../usePages.ts';
import { isNumeric, isShown, writeValue } from '../writeValue.ts';
import { setQuery, pageName } from '../setQuery.ts';
import type { TableOptions } from './definition.ts';
import { Export } from './Export.tsx';
import { Pages } from './Pages.tsx';
import { Selection } from './Selection.tsx';
import { useRowKeys } from './useRowKeys.ts';

type Columns = TableOptions['columns'];

/**
 * On a phone, CSS turns rows into cards with labelled values. The explicit roles keep the table accessible in Safari, which drops
 * them with the `display` value.
 */
export const Table = observer(function Table({ block }: { block: BlockValue & TableOptions }) {
  const { screen, cel, holds, text } = useScope();
  const texts = useText();
  const id = useId();
  const { title, items: source, columns, empty, pageSize } = block;
  const actions = block.select?.actions.filter(({ when }) => holds(when)) ?? [];
  // Without an action, selecting rows would be useless.
  const select = actions.length > 0 ? block.select : undefined;
  const section = useRef<HTMLElement>(null);
  useRowKeys(section, block.keys === true);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const found = cel(source);
  const { shown, showMore } = usePages<unknown>(Array.isArray(found) ? found : [], pageSize);
  const keyOfRow = (item: unknown) => {
    const key = select && screen.evaluate(select.key, { item });
    return typeof key === 'string' ? key : '';
  };
  // A row that is no longer shown is no longer selected.
  const selected = shown.map(keyOfRow).filter((key) => picked.has(key));
  const toggle = (key: string) => setPicked(new Set(selected.includes(key) ? selected.filter((each) => each !== key) : [...selected, key]));
  return (
    <section ref={section} className="table-block" aria-labelledby={title ? id : undefined}>
      {title && (
        <h2 id={id} className="facts-title">
          {text(title)}
        </h2>
      )}
      {shown.length === 0 ? (
        empty && <p className="paragraph paragraph-muted">{text(empty)}</p>
      ) : (
        <table {...as('table')} className="table" aria-labelledby={title ? id : undefined}>
          <Head columns={columns} sorted={block.sorted} selects={select !== undefined} />
          <tbody {...as('rowgroup')}>
            {shown.map((item, index) => (
              <ScopeProvider key={keyOf(item, index)} screen={screen} item={item}>
                <Row columns={columns} to={block.to}>
                  {select && <Pick text={select.text} isOn={selected.includes(keyOfRow(item))} onToggle={() => toggle(keyOfRow(item))} />}
                </Row>
              </ScopeProvider>
            ))}
          </tbody>
        </table>
      )}
      {block.pages && <Pages pages={block.pages} />}
      {select && shown.length > 0 && <Selection actions={actions} selected={selected} />}
      {block.export && shown.length > 0 && <Export of={block.export} />}
      {showMore && (
        <Button tone="secondary" wide onClick={showMore}>
          {texts.t('common.blocks.table.more')}
        </Button>
      )}
    </section>
  );
});

/** Whether a cell has something to show. */
const isFilled = (value: unknown): boolean => isShown(value) && !(Array.isArray(value) && value.length === 0);

const looks = (column: Columns[number]) => (isNumeric(column) ? 'table-cell table-number' : 'table-cell');

const Pick = observer(function Pick({ text: words, isOn, onToggle }: { text: Text; isOn: boolean; onToggle: () => void }) {
  const { text } = useScope();
  return (
    <td {...as('cell')} className="table-cell table-pick">
      <input type="checkbox" aria-label={text(words)} checked={isOn} onChange={onToggle} />
    </td>
  );
});

interface HeadProps {
  columns: Columns;
  sorted: string | undefined;
  selects: boolean;
}

const directions = { ascending: 'table-up', descending: 'table-down' } as const;

/** A heading that sorts by its column. Pressing it again reverses the order. */
const SortHeading = observer(function SortHeading({ column, sort, order }: { column: Columns[number]; sort: string; order: unknown }) {
  const { screen, text } = useScope();
  const direction = order === sort ? 'ascending' : order === `-${sort}` ? 'descending' : undefined;
  const go = () => setQuery(screen, { sort: direction === 'ascending' ? `-${sort}` : sort, [pageName]: undefined });
  return (
    <th {...as('columnheader')} scope="col" className={looks(column)} aria-sort={direction}>
      <button type="button" className={`table-sort ${direction ? directions[direction] : ''}`} onClick={go}>
        {text(column.text)}
      </button>
    </th>
  );
});

const Head = observer(function Head({ columns, sorted, selects }: HeadProps) {
  const { cel, text } = useScope();
  const order = sorted === undefined ? undefined : cel(sorted);
  return (
    <thead {...as('rowgroup')}>
      <tr {...as('row')} className="table-row">
        {selects && <td {...as('cell')} className="table-cell table-pick" />}
        {columns.map((column) =>
          column.sort === undefined ? (
            <th key={column.text.key} {...as('columnheader')} scope="col" className={looks(column)}>
              {text(column.text)}
            </th>
          ) : (
            <SortHeading key={column.text.key} column={column} sort={column.sort} order={order} />
          ),
        )}
      </tr>
    </thead>
  );
});

interface RowProps {
  columns: Columns;
  to: string | undefined;
  /** The cell before the heading of the row. */
  children: ReactNode;
}

const Row = observer(function Row({ columns: [first, ...others], to, children }: RowProps) {
  const { cel } = useScope();
  const path = to === undefined ? undefined : cel(to);
  return (
    <tr {...as('row')} className="table-row">
      {children}
      {first && (
        <th {...as('rowheader')} scope="row" className={looks(first)}>
          {isOwnPath(path) ? (
            <AppLink to={path}>
              <Value column={first} />
            </AppLink>
          ) : (
            <Value column={first} />
          )}
        </th>
      )}
      {others.map((column) => (
        <Cell key={column.text.key} column={column} />
      ))}
    </tr>
  );
});

/** On a phone, a cell without a value is left out. */
const Cell = observer(function Cell({ column }: { column: Columns[number] }) {
  const { cel } = useScope();
  return (
    <td {...as('cell')} className={isFilled(cel(column.value)) ? looks(column) : `${looks(column)} table-empty`}>
      <Label column={column} />
      <Value column={column} />
    </td>
  );
});

/** Repeats the column heading next to the value on a phone. Hidden from screen readers, which read the column heading. */
const Label = observer(function Label({ column }: { column: Columns[number] }) {
  const { text } = useScope();
  return (
    <span className="table-label" aria-hidden="true">
      {text(column.text)}
    </span>
  );
});

const Value = observer(function Value({ column }: { column: Columns[number] }) {
  const { cel, text } = useScope();
  const texts = useText();
  const value = cel(column.value);
  if (!isFilled(value)) return <span />;
  return (
    <span>
      {column.say ? text(column.say) : (Array.isArray(value) ? value : [value]).map((one) => writeValue(texts, one, column)).join(', ')}
    </span>
  );
});
