import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useAction, useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { SessionScope } from '../../namespaces.ts';
import type { ResendCodeOptions } from './definition.ts';

/** Disabled, with the remaining time, while the server would refuse a new code. */
export const ResendCode = observer(function ResendCode({ block }: { block: BlockValue & ResendCodeOptions }) {
  const { text, screen } = useScope();
  const texts = useText();
  const { text: label, do: action } = block;
  const { busy, run } = useAction(action);
  const { challenge } = screen.host.namespaces()['session'] as SessionScope;
  const left = useCountdown(challenge?.challengeId, challenge?.resendAfterSeconds ?? 0);
  return (
    <div className="resend">
      <Button tone="secondary" wide busy={busy} off={left > 0} onClick={run}>
        {left > 0 ? texts.t('common.blocks.resendCode.wait', { count: left }) : text(label)}
      </Button>
    </div>
  );
});

/** Seconds left; restarts with each id. Uses the clock, so that it is correct after the phone wakes up. */
function useCountdown(id: string | undefined, seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
    // Another challenge of the same length restarts the countdown.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- see above
  }, [id, seconds]);
  return left;
}
