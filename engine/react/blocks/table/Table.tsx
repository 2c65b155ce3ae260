import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { AppLink } from '../../parts/AppLink.tsx';
import { Button } from '../../parts/Button.tsx';
import { ScopeProvider, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { keyOf } from '../list/keyOf.ts';
import { isOwnPath } from '../ownPath.ts';
import { usePages } from '../usePages.ts';
import { isNumeric, isShown, writeValue } from '../writeValue.ts';
import type { TableOptions } from './definition.ts';

type Columns = TableOptions['columns'];

/**
 * On a phone, CSS turns rows into cards with labelled values. The explicit roles keep the table accessible in Safari, which drops
 * them with the `display` value.
 */
export const Table = observer(function Table({ block }: { block: BlockValue & TableOptions }) {
  const { screen, cel, text } = useScope();
  const texts = useText();
  const id = useId();
  const { title, items: source, columns, empty, pageSize } = block;
  const found = cel(source);
  const { shown, showMore } = usePages<unknown>(Array.isArray(found) ? found : [], pageSize);
  return (
    <section className="table-block" aria-labelledby={title ? id : undefined}>
      {title && (
        <h2 id={id} className="facts-title">
          {text(title)}
        </h2>
      )}
      {shown.length === 0 ? (
        empty && <p className="paragraph paragraph-muted">{text(empty)}</p>
      ) : (
        <table {...as('table')} className="table" aria-labelledby={title ? id : undefined}>
          <Head columns={columns} />
          <tbody {...as('rowgroup')}>
            {shown.map((item, index) => (
              <ScopeProvider key={keyOf(item, index)} screen={screen} item={item}>
                <Row columns={columns} to={block.to} />
              </ScopeProvider>
            ))}
          </tbody>
        </table>
      )}
      {showMore && (
        <Button tone="secondary" wide onClick={showMore}>
          {texts.t('common.blocks.table.more')}
        </Button>
      )}
    </section>
  );
});

const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role });

const looks = (column: Columns[number]) => (isNumeric(column) ? 'table-cell table-number' : 'table-cell');

const Head = observer(function Head({ columns }: { columns: Columns }) {
  const { text } = useScope();
  return (
    <thead {...as('rowgroup')}>
      <tr {...as('row')} className="table-row">
        {columns.map((column) => (
          <th key={column.text.key} {...as('columnheader')} scope="col" className={looks(column)}>
            {text(column.text)}
          </th>
        ))}
      </tr>
    </thead>
  );
});

const Row = observer(function Row({ columns: [first, ...others], to }: { columns: Columns; to: string | undefined }) {
  const { cel } = useScope();
  const path = to === undefined ? undefined : cel(to);
  return (
    <tr {...as('row')} className="table-row">
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
    <td {...as('cell')} className={isShown(cel(column.value)) ? looks(column) : `${looks(column)} table-empty`}>
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
  const { cel } = useScope();
  const texts = useText();
  const value = cel(column.value);
  return <span>{isShown(value) ? writeValue(texts, value, column) : ''}</span>;
});
