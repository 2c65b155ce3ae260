import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { EasyReloanView } from '../../contract.ts';
import type { RewardLadderOptions } from './definition.ts';
import '../../../styles/blocks/rewardLadder.css';

type Rung = EasyReloanView['rewards']['ladder'][number];

/** Rungs in order. A text and a mark show which are reached, not colour alone. */
export const RewardLadder = observer(function RewardLadder({ block }: { block: BlockValue & RewardLadderOptions }) {
  const { cel, text } = useScope();
  const { text: title, ladder } = block;
  const rungs = cel(ladder);
  if (!Array.isArray(rungs) || rungs.length === 0) return null;
  return (
    <section className="ladder">
      <h2 className="facts-title">{text(title)}</h2>
      <ol className="ladder-rungs">
        {(rungs as Rung[]).map((rung, index) => (
          <LadderRung key={rung.step} rung={rung} isLast={index === rungs.length - 1} />
        ))}
      </ol>
    </section>
  );
});

function LadderRung({ rung: { step, amountCents, state }, isLast }: { rung: Rung; isLast: boolean }) {
  const texts = useText();
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.rewardLadder.${key}`, values);
  return (
    <li className="ladder-rung" data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
      <span className="ladder-step">{state === 'earned' ? <Icon name="check" /> : isLast ? word('more', { num: step }) : step}</span>
      <span className="ladder-amount">{texts.formats.money(amountCents)}</span>
      <span className="ladder-state">{word(state)}</span>
    </li>
  );
}
