import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Icon } from '../../parts/Icon.tsx';
import { useAction, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { LinkListOptions } from './definition.ts';

type Row = LinkListOptions['items'][number];

export const LinkList = observer(function LinkList({ block }: { block: BlockValue & LinkListOptions }) {
  const { holds } = useScope();
  const { items } = block;
  return (
    <ul className="links">
      {items
        .filter(({ when }) => holds(when))
        .map((row) => (
          <li key={row.text.key}>
            <LinkRow row={row} />
          </li>
        ))}
    </ul>
  );
});

/** Renders a link if the row only navigates, so people can copy it or open it in a new tab. Otherwise renders a button. */
const LinkRow = observer(function LinkRow({ row }: { row: Row }) {
  const { text, screen } = useScope();
  const { busy, run } = useAction(row.do);
  const { go, ...rest } = row.do;
  const inner = (
    <>
      {row.icon !== undefined && (
        <span className="links-icon">
          <Icon name={row.icon} />
        </span>
      )}
      <span className="links-text">
        {text(row.text)}
        {row.hint && <span className="links-hint">{text(row.hint)}</span>}
      </span>
      {row.count !== undefined && <Count source={row.count} />}
      <Icon name="chevron" />
    </>
  );
  if (go === undefined || go === 'back' || Object.keys(rest).length > 0) {
    return (
      <button type="button" className="links-row" aria-busy={busy || undefined} onClick={run}>
        {inner}
      </button>
    );
  }
  return (
    <a
      className="links-row"
      href={(screen.engine.base ?? '') + go}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        run();
      }}
    >
      {inner}
    </a>
  );
});

/** The number is part of the text, so a screen reader reads it last. */
const Count = observer(function Count({ source }: { source: string }) {
  const { cel } = useScope();
  const { formats } = useText();
  const count = cel(source);
  return typeof count === 'number' && count > 0 ? <span className="count"> {formats.number(count)}</span> : null;
});
