import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { AppLink } from '../../parts/AppLink.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useScope } from '../../screen/scope.tsx';
import { Trouble } from '../../screen/Trouble.tsx';
import { useText } from '../../text.tsx';
import type { FeedOptions } from './definition.ts';
import { type FeedItem, useFeed } from './useFeed.ts';

export const Feed = observer(function Feed({ block }: { block: BlockValue & FeedOptions }) {
  const { screen, text } = useScope();
  const texts = useText();
  const { op, with: input, to, empty, invalidatedBy } = block;
  const { items, isBusy, error, more, retry } = useFeed(op, screen.input(input), invalidatedBy);
  if (!items) return error === undefined ? <Skeleton lines={1} blocks={3} first /> : <Trouble error={error} onRetry={retry} />;
  if (items.length === 0) return <p className="paragraph paragraph-muted">{text(empty)}</p>;
  return (
    <>
      <ul className="feed">
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} path={`${to}?id=${encodeURIComponent(item.id)}`} />
          </li>
        ))}
      </ul>
      {error !== undefined && <Trouble error={error} onRetry={retry} />}
      {more && (
        <Button tone="secondary" wide busy={isBusy} onClick={more}>
          {texts.t('common.blocks.feed.more')}
        </Button>
      )}
    </>
  );
});

function Row({ item, path }: { item: FeedItem; path: string }) {
  const texts = useText();
  const isUnread = item.read === false;
  return (
    <AppLink className={isUnread ? 'feed-row feed-unread' : 'feed-row'} to={path}>
      {item.icon !== undefined && (
        <span className="links-icon">
          <Icon name={item.icon} />
        </span>
      )}
      <span className="feed-words">
        <span className="feed-title">
          {isUnread && <span className="feed-mark">{texts.t('common.blocks.feed.unread')}</span>}
          {item.title}
        </span>
        {item.text !== undefined && <span className="feed-text">{item.text}</span>}
        {item.at !== undefined && <span className="feed-at">{texts.formats.dateTime(item.at)}</span>}
      </span>
    </AppLink>
  );
}
