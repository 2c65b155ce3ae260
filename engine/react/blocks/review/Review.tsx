import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { withoutItem } from '../../../flow/instances.ts';
import { Button } from '../../parts/Button.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { type Scope, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { ReviewOptions } from './definition.ts';
import { ReviewSection } from './ReviewSection.tsx';

/** Shows all answers and the button that confirms exactly those. */
export const Review = observer(function Review({ block }: { block: BlockValue & ReviewOptions }) {
  const scope = useScope();
  const texts = useText();
  const [busy, setBusy] = useState(false);
  const { text, closed, cards = [] } = block;
  const { flow, step } = scope.screen;
  const isClosed = closed !== undefined && scope.cel(closed) === true;
  if (!flow) return <Skeleton lines={2} blocks={4} first />;

  const confirm = () => {
    if (busy || !scope.guard(block)) return;
    setBusy(true);
    void send(scope).finally(() => setBusy(false));
  };
  return (
    <div className="review">
      {flow.session.position.path.map((each) => {
        const form = each.form === undefined ? undefined : flow.forms[withoutItem(each.form)];
        const card = cards.find((one) => each.form !== undefined && one.form === withoutItem(each.form));
        return (
          form && (
            <ReviewSection key={each.id} flow={flow} step={each} form={form} closed={isClosed} compare={card && scope.text(card.text)} />
          )
        );
      })}
      {step?.kind === 'review' && !isClosed && (
        <div className="form-actions">
          <Button type="submit" wide busy={busy} onClick={confirm}>
            {text ? scope.text(text) : texts.t('common.blocks.review.confirm')}
          </Button>
        </div>
      )}
    </div>
  );
});

async function send(scope: Scope): Promise<void> {
  const { flow, step, host } = scope.screen;
  if (!flow || !step) return;
  try {
    await flow.save(step.id, {}, []);
  } catch (error) {
    host.react(error, { retry: () => void send(scope) });
  }
}
