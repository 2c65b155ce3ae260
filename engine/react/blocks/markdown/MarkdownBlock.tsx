import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import { Markdown } from '../document/Markdown.tsx';
import type { MarkdownOptions } from './definition.ts';

export const MarkdownBlock = observer(function MarkdownBlock({ block }: { block: BlockValue & MarkdownOptions }) {
  const { cel, screen } = useScope();
  const { source, language } = block;
  const markdown = cel(source);
  const lang = language === undefined ? undefined : cel(language);
  if (typeof markdown !== 'string' || markdown === '') return null;
  return (
    <article className="document" lang={typeof lang === 'string' ? lang : undefined}>
      <Markdown text={markdown} onNavigate={(path) => screen.engine.navigate(path)} />
    </article>
  );
});
