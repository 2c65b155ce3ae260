import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { ContentButton } from '../ContentButton.tsx';
import { useContent } from '../useContent.ts';
import type { VideosOptions } from './definition.ts';
import { Film } from './Film.tsx';

export const Videos = observer(function Videos({ block }: { block: BlockValue & VideosOptions }) {
  const { text } = useScope();
  const texts = useText();
  const { content, empty } = block;
  const films = useContent(content).items.flatMap((item) => (item.video ? [{ item, video: item.video }] : []));
  if (films.length === 0) return empty ? <p className="paragraph paragraph-muted">{text(empty)}</p> : null;
  return (
    <ul className="films">
      {films.map(({ item, video }) => (
        <li key={item.id} className="film-card">
          <Film video={video} title={text(item.title)} />
          <h2 className="film-title">{text(item.title)}</h2>
          <p className="film-length">{texts.t('common.blocks.videos.seconds', { num: video.seconds })}</p>
          {item.text && <p className="film-text">{text(item.text)}</p>}
          <ContentButton item={item} wide />
        </li>
      ))}
    </ul>
  );
});
