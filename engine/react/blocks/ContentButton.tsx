import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../config/content.ts';
import { Button, type ButtonProps } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useAction, useScope } from '../screen/scope.tsx';
import { useText } from '../text.tsx';

export interface ContentButtonProps extends Pick<ButtonProps, 'tone' | 'wide'> {
  item: ContentItem;
  /** Called beside what the item does. */
  onPress?: () => void;
}

/** Where an item leads: its action under its own words, or out of the app, which is said. Nothing for one that leads nowhere. */
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

/** A link out of the app: the other page can neither reach ours nor learn where its visitor came from. */
function OutsideLink({ href, className }: { href: string; className: string }) {
  const texts = useText();
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {texts.t('common.content.open', { host: new URL(href).hostname })}
      <Icon name="outside" />
    </a>
  );
}
