import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import type { ParagraphOptions } from './definition.ts';

export const Paragraph = observer(function Paragraph({ block }: { block: BlockValue & ParagraphOptions }) {
  const { text, langOf } = useScope();
  const { text: words, tone = 'plain' } = block;
  return (
    <p className={tone === 'plain' ? 'paragraph' : `paragraph paragraph-${tone}`} lang={langOf(words)}>
      {text(words)}
    </p>
  );
});
