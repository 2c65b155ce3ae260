import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../config/content.ts';
import { Button, type ButtonProps } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useAction, useScope } from '../screen/scope.tsx';
import { useText } from '../text.tsx';

export interface ContentButtonProps extends Pick<ButtonProps, 'tone' | 'wide'> {
  item: ContentItem;
  /** Called in addition to the item's action. */
  onPress?: () => void;
}

/** A button for the item's action or a link out of the app, which it announces. Renders nothing for an item without either. */
export const ContentButton = observer(function ContentButton({ item, tone = 'secondary', wide, onPress }: ContentButtonProps) {
  const { text } = useScope();
  const { run } = useAction(item.do);
  if (item.link !== undefined) return <OutsideLink href={item.link} className="button button-secondary" />;
  if (!item.do || !item.label) return null;
  return (
    <Button
      tone={tone}
      wide={wide ?? false}
      onClick={() => {
        onPress?.();
        run();
      }}
    >
      {text(item.label)}
    </Button>
  );
});

/** A link out of the app. The other page gets neither a handle on ours nor a referrer. */
function OutsideLink({ href, className }: { href: string; className: string }) {
  const texts = useText();
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {texts.t('common.content.open', { host: new URL(href).hostname })}
      <Icon name="outside" />
    </a>
  );
}
