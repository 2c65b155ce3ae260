import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import type { HeadingOptions } from './definition.ts';

const tags = { 1: 'h1', 2: 'h2', 3: 'h3' } as const;

export const Heading = observer(function Heading({ block }: { block: BlockValue & HeadingOptions }) {
  const { text, langOf } = useScope();
  const { text: words, subtitle, level = 2 } = block;
  const Tag = tags[level as keyof typeof tags];
  return (
    <div className="heading">
      <Tag {...(Tag === 'h1' ? { tabIndex: -1 } : {})} lang={langOf(words)}>
        {text(words)}
      </Tag>
      {subtitle && <p className="heading-subtitle">{text(subtitle)}</p>}
    </div>
  );
});
