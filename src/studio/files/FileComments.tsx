import { AppLink } from '../../../engine/react/parts/AppLink.tsx';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { Comment } from '../../../server/contract/staff/comments.ts';
import { useAnswer } from '../parts/useAnswer.ts';
import { wordsOfPlace } from './placeOfComment.ts';

interface FileCommentsProps {
  change: string;
  path: string;
  /** Operation that lists the comments of the change. */
  comments: string;
  /** Moves to a place in the text. */
  onGo: (pointer: string) => void;
}

/** The open comments on a file with their places, and a way to add one. */
export function FileComments({ change, path, comments, onGo }: FileCommentsProps) {
  const { t } = useText();
  // The editor also works without comments.
  const listed =
    (useAnswer(comments, { id: change }, { quiet: ['networkAbnormal', 'notFound'] }) as { comments: Comment[] } | undefined)?.comments ??
    [];
  const open = listed.filter(({ isResolved, file }) => !isResolved && file === path);
  const review = `/changes/${encodeURIComponent(change)}/review`;
  return (
    <aside className="file-comments" aria-label={t('common.blocks.fileEditor.comments', { count: open.length })}>
      {open.map(({ id, pointer, text, who }) => (
        <p key={id}>
          <Button tone="quiet" onClick={() => onGo(pointer ?? '')}>
            {wordsOfPlace(path, pointer)}
          </Button>{' '}
          {who}: {text}
        </p>
      ))}
      <AppLink className="link" to={`${review}?${new URLSearchParams({ file: path })}`}>
        {t('common.blocks.fileEditor.toComments')}
      </AppLink>
    </aside>
  );
}
