import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import { type TourOptions, tourSteps } from './definition.ts';
import './tour.css';

/** A tour in a few steps. It is part of the page, so it covers nothing and captures no keys. */
export const Tour = observer(function Tour({ block }: { block: BlockValue & TourOptions }) {
  const { screen, cel } = useScope();
  const { engine, host } = screen;
  const { t } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const isNew = cel(block.seen) === false;
  /** Undefined until the person has chosen. */
  const [chosen, setChosen] = useState<number | 'ended'>();
  const at = chosen === undefined && isNew ? 0 : chosen;
  /** Whether a button has just led here. */
  const isMoved = useRef(false);
  useEffect(() => {
    if (isMoved.current) (heading.current ?? again.current)?.focus();
    isMoved.current = false;
  }, [at]);
  const word = (key: string, values = {}) => t(`common.blocks.tour.${key}`, values);
  const go = (to: number | 'ended') => {
    isMoved.current = true;
    setChosen(to);
    if (to !== 'ended' || !isNew) return;
    // If the call fails, the tour appears once more.
    engine.call(block.end, {}).then(
      () => host.done(block.end),
      () => undefined,
    );
  };
  const step = typeof at === 'number' ? tourSteps[at] : undefined;
  if (typeof at !== 'number' || !step)
    return (
      <p className="tour-again">
        <Button ref={again} tone="quiet" onClick={() => go(0)}>
          {word('again')}
        </Button>
      </p>
    );
  const isLast = at === tourSteps.length - 1;
  return (
    <section className="tour" aria-label={word('label')}>
      <p className="tour-step">{word('step', { number: at + 1, count: tourSteps.length })}</p>
      <h2 ref={heading} tabIndex={-1}>
        {word(`steps.${step}.title`)}
      </h2>
      <p>{word(`steps.${step}.text`)}</p>
      <p className="tour-ways">
        {at > 0 && (
          <Button tone="secondary" onClick={() => go(at - 1)}>
            {word('before')}
          </Button>
        )}
        <Button onClick={() => go(isLast ? 'ended' : at + 1)}>{word(isLast ? 'done' : 'next')}</Button>
        {!isLast && (
          <Button tone="quiet" onClick={() => go('ended')}>
            {word('skip')}
          </Button>
        )}
      </p>
    </section>
  );
});
