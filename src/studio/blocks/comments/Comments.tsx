import { observer } from 'mobx-react-lite';
import { useId, useMemo, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { AppLink } from '../../../../engine/react/parts/AppLink.tsx';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Comment } from '../../../../server/contract/staff/comments.ts';
import { pathOfPlace, wordsOfPlace } from '../../files/placeOfComment.ts';
import { type Kept, keptOf } from '../../files/kept.ts';
import { personIn } from '../../files/owner.ts';
import { useKept } from '../../files/useKept.ts';
import type { CommentsOptions } from './definition.ts';

interface Saying {
  change: string;
  /** Stores drafts that have not been sent yet. */
  kept: Kept;
  mayWrite: boolean;
  /** Sends a comment. Resolves with whether it was stored. */
  say: (body: object) => Promise<boolean>;
  resolve: (comment: string, isResolved: boolean) => void;
}

export const Comments = observer(function Comments({ block }: { block: BlockValue & CommentsOptions }) {
  const { screen, cel } = useScope();
  const { t } = useText();
  const change = String(cel(block.change));
  const comments = cel(block.said) as Comment[];
  const call = async (operation: string, input: object): Promise<boolean> => {
    try {
      await screen.engine.call(operation, { id: change, ...input });
      screen.host.done(operation);
      return true;
    } catch (error) {
      screen.host.react(error, {});
      return false;
    }
  };
  const person = personIn(screen.host);
  const kept = useMemo(() => keptOf('studioComments', { person, change }), [person, change]);
  const saying: Saying = {
    change,
    kept,
    mayWrite: cel(block.mayWrite) === true,
    say: (body) => call(block.comment, body),
    resolve: (comment, isResolved) => void call(block.resolve, { comment, isResolved }),
  };
  const open = comments.filter(({ isResolved }) => !isResolved);
  const resolved = comments.filter(({ isResolved }) => isResolved);
  return (
    <div className="comments">
      {open.length === 0 && <p className="comments-none">{t('common.blocks.comments.none')}</p>}
      <Threads comments={open} saying={saying} />
      {saying.mayWrite && <NewComment saying={saying} />}
      {resolved.length > 0 && (
        <details>
          <summary>{t('common.blocks.comments.resolved', { count: resolved.length })}</summary>
          <Threads comments={resolved} saying={saying} />
        </details>
      )}
    </div>
  );
});

const Threads = ({ comments, saying }: { comments: readonly Comment[]; saying: Saying }) => (
  <ul>
    {comments.map((comment) => (
      <li key={comment.id}>
        <Thread comment={comment} saying={saying} />
      </li>
    ))}
  </ul>
);

function Thread({ comment, saying: { change, kept, mayWrite, say, resolve } }: { comment: Comment; saying: Saying }) {
  const { t } = useText();
  const { id, file, pointer, text, who, at, replies, isResolved, resolvedBy } = comment;
  return (
    <article aria-label={t('common.blocks.comments.by', { who, at })}>
      {file !== undefined && <AppLink to={pathOfPlace(change, file, pointer)}>{wordsOfPlace(file, pointer)}</AppLink>}
      <Said text={text} who={who} at={at} />
      {replies.length > 0 && (
        <ul aria-label={t('common.blocks.comments.answers')}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <Said {...reply} />
            </li>
          ))}
        </ul>
      )}
      {resolvedBy !== undefined && <p className="comments-who">{t('common.blocks.comments.resolvedBy', { who: resolvedBy })}</p>}
      {mayWrite && (
        <footer>
          {!isResolved && (
            <Write
              kept={kept}
              name={id}
              label={t('common.blocks.comments.answerTo', { who })}
              send={t('common.blocks.comments.answer')}
              isQuiet
              onSend={(written) => say({ text: written, answers: id })}
            />
          )}
          <Button tone="quiet" onClick={() => resolve(id, !isResolved)}>
            {t(`common.blocks.comments.${isResolved ? 'reopen' : 'resolve'}`)}
          </Button>
        </footer>
      )}
    </article>
  );
}

function Said({ text, who, at }: Pick<Comment, 'text' | 'who' | 'at'>) {
  const { t } = useText();
  return (
    <>
      <p className="comments-who">{t('common.blocks.comments.by', { who, at })}</p>
      <p className="comments-text">{text}</p>
    </>
  );
}

/** A comment on the place named in the URL, or on the whole change. */
const NewComment = observer(function NewComment({ saying: { kept, say } }: { saying: Saying }) {
  const { screen } = useScope();
  const { t } = useText();
  const { file = '', at = '' } = screen.place.query;
  const isPlaced = file !== '';
  return (
    <section className="comments-new">
      <p>
        {isPlaced ? t('common.blocks.comments.about', { place: wordsOfPlace(file, at) }) : t('common.blocks.comments.aboutAll')}
        {isPlaced && (
          <Button tone="quiet" onClick={() => setQuery(screen, { file: undefined, at: undefined })}>
            {t('common.blocks.comments.wholeInstead')}
          </Button>
        )}
      </p>
      <Write
        key={`${file} ${at}`}
        kept={kept}
        name={`new ${file} ${at}`}
        label={t('common.blocks.comments.text')}
        send={t('common.blocks.comments.send')}
        onSend={(text) => say({ text, ...(isPlaced && { file, ...(at && { pointer: at }) }) })}
      />
    </section>
  );
});

interface WriteProps {
  kept: Kept;
  name: string;
  label: string;
  send: string;
  isQuiet?: boolean;
  onSend: (text: string) => Promise<boolean>;
}

function Write({ kept, name, label, send, isQuiet = false, onSend }: WriteProps) {
  const id = useId();
  const [text, setText] = useKept(kept, name, '');
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    if (await onSend(text)) setText(undefined);
    setBusy(false);
  };
  return (
    <div className="comments-write">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={isQuiet ? 1 : 3}
        maxLength={2000}
        readOnly={isBusy}
        value={text}
        onChange={({ target }) => setText(target.value || undefined)}
      />
      {(!isQuiet || text !== '') && (
        <Button tone="secondary" busy={isBusy} off={text.trim() === ''} onClick={() => void submit()}>
          {send}
        </Button>
      )}
    </div>
  );
}
