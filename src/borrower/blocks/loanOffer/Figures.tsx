import { observer } from 'mobx-react-lite';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { Skeleton } from '../../../../engine/react/parts/Skeleton.tsx';
import { useHost } from '../../../../engine/react/screen/host.tsx';
import { isRefusal } from '../../../../engine/react/screen/types.ts';
import { useText } from '../../../../engine/react/text.tsx';
import type { Quote } from './useQuote.ts';

/** The figures of a choice. While new ones load, the previous ones stay dimmed, so that the layout does not jump. */
export const Figures = observer(function Figures({
  quote,
  hasProblem,
  sentLater,
}: {
  quote: Quote;
  hasProblem: boolean;
  sentLater: boolean;
}) {
  const host = useHost();
  const texts = useText();
  const { figures, isCurrent, error } = quote;
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.loanOffer.${key}`, values);
  const { date, moneyExact } = texts.formats;
  const waiting = !isCurrent && !hasProblem;
  if (waiting && error !== undefined) return <Failed quote={quote} offline={!host.online()} />;
  if (!figures) return hasProblem ? null : <Skeleton lines={3} first />;
  const { dueDate, termDays, receivedCents, totalDueCents, financeChargeCents, schedule } = figures;
  const dated = schedule.length > 1 ? 'repayFrom' : 'repay';
  // The term starts on the payout day, which is not known yet.
  const repay = sentLater ? word('repayAfter', { count: termDays }) : word(dated, { date: date(schedule[0]?.dueDate ?? dueDate) });
  return (
    <div className="offer-figures" aria-busy={waiting || undefined} data-stale={!isCurrent || undefined}>
      <dl>
        <div className="offer-figure offer-figure-main">
          <dt>{word('receive')}</dt>
          <dd>{moneyExact(receivedCents)}</dd>
        </div>
        <div className="offer-figure">
          <dt>{repay}</dt>
          <dd>{moneyExact(totalDueCents)}</dd>
        </div>
        <div className="offer-figure">
          <dt>{word('cost')}</dt>
          <dd>{moneyExact(financeChargeCents)}</dd>
        </div>
      </dl>
      <output className="visually-hidden">
        {isCurrent
          ? `${word('receive')}: ${moneyExact(receivedCents)}. ${repay}: ${moneyExact(totalDueCents)}.`
          : waiting && word('calculating')}
      </output>
    </div>
  );
});

/** The catalogue's text for a refusal; otherwise a text that says that the figures failed to load. */
function Failed({ quote: { error, retry }, offline }: { quote: Quote; offline: boolean }) {
  const texts = useText();
  const errorKeys = isRefusal(error) && !offline ? [`errors.${error.code}`] : [];
  const own = `common.blocks.loanOffer.${offline ? 'offline' : 'failed'}`;
  return (
    <output className="notice notice-warning">
      <span className="notice-body">
        <span>{texts.t([...errorKeys, own], isRefusal(error) ? error.params : undefined)}</span>
        {!offline && (
          <Button tone="secondary" icon="refresh" onClick={retry}>
            {texts.t('common.retry')}
          </Button>
        )}
      </span>
    </output>
  );
}
