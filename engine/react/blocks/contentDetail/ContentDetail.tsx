import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import type { ContentItem } from '../../../config/content.ts';
import { useScope } from '../../screen/scope.tsx';
import { ContentButton } from '../ContentButton.tsx';
import { DocumentBlock } from '../document/DocumentBlock.tsx';
import { Drawing } from '../../parts/Drawing.tsx';
import { useContent } from '../useContent.ts';
import { Film } from '../videos/Film.tsx';
import type { ContentDetailOptions } from './definition.ts';

export const ContentDetail = observer(function ContentDetail({ block }: { block: BlockValue & ContentDetailOptions }) {
  const { text, cel } = useScope();
  const { content, item: wanted, missing } = block;
  const id = cel(wanted);
  const item = useContent(content).items.find((each) => each.id === id);
  return item ? <Detail item={item} /> : <p className="paragraph paragraph-muted">{text(missing)}</p>;
});

const Detail = observer(function Detail({ item }: { item: ContentItem }) {
  const { text } = useScope();
  return (
    <section className="content-detail">
      <h2>{text(item.title)}</h2>
      {item.picture !== undefined && <Drawing name={item.picture} />}
      {item.video && <Film video={item.video} title={text(item.title)} />}
      {item.text && <p className="paragraph">{text(item.text)}</p>}
      {item.document !== undefined && <DocumentBlock block={{ block: 'document', document: item.document }} />}
      <ContentButton item={item} tone="primary" wide />
    </section>
  );
});
