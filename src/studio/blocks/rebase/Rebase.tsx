import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { Conflict, Side } from '../../../../server/contract/staff/studio.ts';
import { Conflicts } from '../../parts/Conflicts.tsx';
import type { RebaseOptions } from './definition.ts';

interface Rebased {
  state: 'current' | 'rebased' | 'conflict';
  onto: string;
  conflicts: Conflict[];
}

export const Rebase = observer(function Rebase({ block }: { block: BlockValue & RebaseOptions }) {
  const { screen, cel, run, text } = useScope();
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<Rebased>();
  const rebase = async (keep?: readonly Side[]) => {
    setBusy(true);
    try {
      const settle = keep && found ? { settle: { onto: found.onto, keep } } : {};
      const rebased = (await screen.engine.call(block.op, { id: String(cel(block.change)), ...settle })) as Rebased;
      setFound(rebased.state === 'conflict' ? rebased : undefined);
      if (rebased.state === 'conflict') return;
      screen.host.done(block.op);
      await run(block.do);
    } catch (error) {
      screen.host.react(error, { retry: () => void rebase(keep) });
    } finally {
      setBusy(false);
    }
  };
  if (found) return <Conflicts key={found.onto} conflicts={found.conflicts} onSettle={(keep) => void rebase(keep)} />;
  return (
    <Button tone="secondary" busy={isBusy} onClick={() => void rebase()}>
      {text(block.text)}
    </Button>
  );
});
