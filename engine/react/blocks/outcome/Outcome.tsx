import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { Blocks } from '../../screen/Blocks.tsx';
import { useScope } from '../../screen/scope.tsx';
import type { OutcomeOptions } from './definition.ts';

const lookAgainMs = 50;

export const Outcome = observer(function Outcome({ block: { blocks, focus, of } }: { block: BlockValue & OutcomeOptions }) {
  const { holds, cel } = useScope();
  const box = useRef<HTMLDivElement>(null);
  const [said, say] = useState('');
  const takes = holds(focus);
  const about = of === undefined ? '' : String(cel(of));
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    return whenShown(current, (title) => {
      // Screen readers read a focused title anyway. The box itself is not a live region, because it may count seconds.
      if (!takes) return say(title.textContent);
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
      current.scrollIntoView({ block: 'nearest' });
    });
  }, [takes, about]);
  useLayoutEffect(() => {
    const { current } = box;
    const heading = current?.closest('main')?.querySelector<HTMLElement>('h1');
    return () => {
      if (!heading || !current?.contains(document.activeElement)) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={box} className="group outcome">
      <output className="visually-hidden">{said}</output>
      <Blocks blocks={blocks as BlockValue[]} />
    </div>
  );
});

/**
 * Waits until the title is there and no dialog is in front, because a dialog's button would take the focus. Returns a function that stops
 * waiting.
 */
function whenShown(box: HTMLElement, show: (title: HTMLElement) => void): () => void {
  const look = () => {
    const title = box.querySelector<HTMLElement>('h2, h3, .notice-title, .notice p');
    if (!title || document.querySelector('dialog[open]')) return;
    clearInterval(timer);
    show(title);
  };
  const timer = setInterval(look, lookAgainMs);
  return () => clearInterval(timer);
}
