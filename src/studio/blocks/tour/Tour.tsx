import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import { personIn } from '../../files/owner.ts';
import { tourSteps } from './definition.ts';
import './tour.css';

const keyOf = (person: string): string => `studio:tour:${person}`;

/** Whether somebody has seen the tour in this browser. Where nothing can be kept, nobody is shown it again and again. */
function hasSeen(person: string): boolean {
  try {
    return localStorage.getItem(keyOf(person)) !== null;
  } catch {
    return true;
  }
}

function keepSeen(person: string): void {
  try {
    localStorage.setItem(keyOf(person), 'seen');
  } catch {
    // Full or forbidden: it is shown once more.
  }
}

/** A tour in a few steps. It stands in the page, so nothing is hidden and no key is taken. */
export const Tour = observer(function Tour() {
  const { host } = useScope().screen;
  const { t } = useText();
  const person = personIn(host);
  const heading = useRef<HTMLHeadingElement>(null);
  const [at, setAt] = useState(() => (hasSeen(person) ? undefined : 0));
  /** Whether somebody has just come here by a button. */
  const isMoved = useRef(false);
  useEffect(() => {
    if (isMoved.current) heading.current?.focus();
    isMoved.current = false;
  }, [at]);
  const word = (key: string, values = {}) => t(`common.blocks.tour.${key}`, values);
  const go = (to: number | undefined) => {
    isMoved.current = to !== undefined;
    if (to === undefined) keepSeen(person);
    setAt(to);
  };
  const step = at === undefined ? undefined : tourSteps[at];
  if (at === undefined || !step)
    return (
      <p className="tour-again">
        <Button tone="quiet" onClick={() => go(0)}>
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
        <Button onClick={() => go(isLast ? undefined : at + 1)}>{word(isLast ? 'done' : 'next')}</Button>
        {!isLast && (
          <Button tone="quiet" onClick={() => go(undefined)}>
            {word('skip')}
          </Button>
        )}
      </p>
    </section>
  );
});
