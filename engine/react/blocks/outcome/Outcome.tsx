import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { Blocks } from '../../screen/Blocks.tsx';
import { useScope } from '../../screen/scope.tsx';
import type { OutcomeOptions } from './definition.ts';

const lookAgainMs = 50;

export const Outcome = observer(function Outcome({ block: { blocks, focus } }: { block: BlockValue & OutcomeOptions }) {
  const { holds } = useScope();
  const box = useRef<HTMLDivElement>(null);
  const takes = holds(focus);
  useEffect(() => (takes && box.current ? focusBehindDialog(box.current) : undefined), [takes]);
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
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output holds phrases only, no headings or cards
    <div ref={box} role="status" tabIndex={-1} className="group outcome">
      <Blocks blocks={blocks as BlockValue[]} />
    </div>
  );
});

/** Focuses once no dialog is in front, whose button would get the focus otherwise. Returns a function that stops waiting. */
function focusBehindDialog(box: HTMLElement): () => void {
  const look = () => {
    if (document.querySelector('dialog[open]')) return;
    clearInterval(timer);
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: 'nearest' });
  };
  const timer = setInterval(look, lookAgainMs);
  return () => clearInterval(timer);
}
