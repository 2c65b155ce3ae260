import { observer } from 'mobx-react-lite';
import type { FormSession } from '../../../session/formSession.ts';
import { Button } from '../../parts/Button.tsx';
import { useText } from '../../text.tsx';

interface SkipButtonProps {
  session: FormSession;
  busy: boolean;
  onSkip: () => void;
}

/** Skips an optional step. If the form has answers, the label says that they are removed. */
export const SkipButton = observer(function SkipButton({ session, busy, onSkip }: SkipButtonProps) {
  const texts = useText();
  return (
    <Button tone="quiet" wide off={busy} onClick={onSkip}>
      {texts.t(`common.blocks.form.${session.answered ? 'skipAnswered' : 'skip'}`)}
    </Button>
  );
});
