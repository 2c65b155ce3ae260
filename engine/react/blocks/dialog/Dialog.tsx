import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { Blocks } from '../../screen/Blocks.tsx';
import { Kept } from '../../screen/kept.ts';
import { useScope } from '../../screen/scope.tsx';
import type { DialogOptions } from './definition.ts';

export const Dialog = observer(function Dialog({ block }: { block: BlockValue & DialogOptions }) {
  const { screen, text, run } = useScope();
  const [isOpen, setOpen] = useState(false);
  const [kept, setKept] = useState(() => new Map<object, unknown>());
  const { text: label, about, tone = 'secondary', title, closedBy } = block;
  const blocks = block.blocks as BlockValue[];
  const { host } = screen;
  useEffect(
    () => (isOpen && closedBy ? host.onDone((operation) => closedBy.includes(operation) && setOpen(false)) : undefined),
    [isOpen, closedBy, host],
  );
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => (isOpen && body.current ? keepFocusIn(body.current) : undefined), [isOpen]);
  const open = () => {
    for (const form of formsIn(blocks)) screen.form(form).reset();
    setKept(new Map());
    if (block.do) void run(block.do);
    setOpen(true);
  };
  return (
    <>
      <Button tone={tone} aria-haspopup="dialog" onClick={open}>
        {text(label)}
        {about && <span className="visually-hidden"> {text(about)}</span>}
      </Button>
      {isOpen && (
        <Sheet title={text(title)} onClose={() => setOpen(false)}>
          <div ref={body} className="group dialog-body" tabIndex={-1}>
            <Kept value={kept}>
              <Blocks blocks={blocks} />
            </Kept>
          </div>
        </Sheet>
      )}
    </>
  );
});

/** Keeps the focus in the dialog when the focused element is replaced, for example by a preview. Returns a function that stops it. */
function keepFocusIn(body: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    if (!body.closest('dialog')?.contains(document.activeElement)) body.focus();
  });
  observer.observe(body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Returns the ids of the forms in the blocks. */
const formsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(formsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { block, form } = value as Record<string, unknown>;
  return [...(block === 'form' && typeof form === 'string' ? [form] : []), ...Object.values(value).flatMap(formsIn)];
};
