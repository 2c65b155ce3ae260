import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import type { ContentItem } from '../../../config/content.ts';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { ContentButton } from '../ContentButton.tsx';
import { Drawing } from '../../parts/Drawing.tsx';
import { useContent } from '../useContent.ts';
import { createClosed } from './closed.ts';
import type { AnnouncementOptions } from './definition.ts';

export const Announcement = observer(function Announcement({ block }: { block: BlockValue & AnnouncementOptions }) {
  const { screen } = useScope();
  const { content, remember = 'closed' } = block;
  const closed = createClosed(screen, `${remember}.${content}`);
  // Shows one announcement per visit: people who close one want to continue with something else.
  const [isOver, setOver] = useState(false);
  const item = useContent(content).items.find((each) => !closed.has(each));
  if (isOver || !item) return null;
  const close = () => {
    closed.add(item);
    setOver(true);
  };
  return <Dialog item={item} onClose={close} />;
});

const Dialog = observer(function Dialog({ item, onClose }: { item: ContentItem; onClose: () => void }) {
  const { text } = useScope();
  const texts = useText();
  return (
    <Sheet title={text(item.title)} onClose={onClose}>
      <div className="announcement">
        {item.picture !== undefined && <Drawing name={item.picture} />}
        {item.text && <p className="paragraph">{text(item.text)}</p>}
        <ContentButton item={item} tone="primary" wide onPress={onClose} />
        <Button tone="quiet" wide onClick={onClose}>
          {texts.t('common.blocks.announcement.later')}
        </Button>
      </div>
    </Sheet>
  );
});
