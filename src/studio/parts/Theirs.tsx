import { Button } from '../../../engine/react/parts/Button.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { TypedField } from './useTyped.ts';

/** Somebody else's value for the field being edited, and the choice between the two. */
export function Theirs({ theirs, choose }: Pick<TypedField, 'theirs' | 'choose'>) {
  const { t } = useText();
  if (theirs === undefined) return null;
  const word = (key: string) => t(`common.blocks.rebase.${key}`);
  return (
    <span className="typed-theirs" role="alert">
      <span>{word('typed.changed')}</span>
      <span className="file-kept">{theirs === '' ? word('conflicts.absent') : theirs}</span>
      <Button tone="secondary" onClick={() => choose('mine')}>
        {word('typed.mine')}
      </Button>
      <Button tone="secondary" onClick={() => choose('theirs')}>
        {word('typed.theirs')}
      </Button>
    </span>
  );
}
