import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import type { ContentItem } from '../../../config/content.ts';
import { AppLink } from '../../parts/AppLink.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useAction, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { byTopic } from '../byTopic.ts';
import { useContent } from '../useContent.ts';
import type { ContentListOptions } from './definition.ts';

export const ContentList = observer(function ContentList({ block }: { block: BlockValue & ContentListOptions }) {
  const { text } = useScope();
  const { content, to, empty } = block;
  const { items, topics } = useContent(content);
  if (items.length === 0) return empty ? <p className="paragraph paragraph-muted">{text(empty)}</p> : null;
  return byTopic(items, topics).map(({ topic, items: own }) => (
    <section key={topic?.id ?? ''} className="content-topic">
      {topic && <h2>{text(topic.title)}</h2>}
      <ul className="links">
        {own.map((item) => (
          <li key={item.id}>
            <Row item={item} to={to} />
          </li>
        ))}
      </ul>
    </section>
  ));
});

/** One item as a row: a link out of the app, a link to its page, or a button for its action. */
const Row = observer(function Row({ item, to }: { item: ContentItem; to: string | undefined }) {
  const { busy, run } = useAction(item.do);
  if (item.link !== undefined) {
    return (
      <a className="links-row" href={item.link} target="_blank" rel="noopener noreferrer">
        <Words item={item} end="outside">
          <Outside href={item.link} />
        </Words>
      </a>
    );
  }
  if (item.do) {
    return (
      <button type="button" className="links-row" aria-busy={busy || undefined} onClick={run}>
        <Words item={item} end="chevron" />
      </button>
    );
  }
  return (
    <AppLink className="links-row" to={`${to ?? ''}?id=${encodeURIComponent(item.id)}`}>
      <Words item={item} end="chevron" />
    </AppLink>
  );
});

const Words = observer(function Words({ item, end, children }: { item: ContentItem; end: 'chevron' | 'outside'; children?: ReactNode }) {
  const { text } = useScope();
  return (
    <>
      {item.icon !== undefined && (
        <span className="links-icon">
          <Icon name={item.icon} />
        </span>
      )}
      <span className="links-text">
        {text(item.title)}
        {item.text && <span className="links-hint">{text(item.text)}</span>}
        {children}
      </span>
      {end === 'chevron' ? (
        <Icon name={end} />
      ) : (
        <span className="links-end">
          <Icon name={end} />
        </span>
      )}
    </>
  );
});

/** Announces that the link leaves the app, and its destination. */
function Outside({ href }: { href: string }) {
  const texts = useText();
  return <span className="links-hint">{texts.t('common.blocks.contentList.outside', { host: new URL(href).hostname })}</span>;
}
