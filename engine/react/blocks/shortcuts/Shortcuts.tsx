import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useScope } from '../../screen/scope.tsx';
import { isTaken } from '../typing.ts';
import type { ShortcutsOptions } from './definition.ts';

export const Shortcuts = observer(function Shortcuts({ block: { title, items: all } }: { block: BlockValue & ShortcutsOptions }) {
  const { run, guard, text, holds } = useScope();
  const items = all.filter(({ when }) => holds(when));
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      if (event.key === '?') return setOpen(true);
      const action = all.find(({ keys, when }) => holds(when) && keys.includes(event.key))?.do;
      if (!action || !guard(action)) return;
      event.preventDefault();
      void run(action);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [all, run, guard, holds]);
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)} aria-keyshortcuts="?">
        {text(title)}
      </Button>
      {isOpen && (
        <Sheet title={text(title)} onClose={() => setOpen(false)}>
          <dl className="shortcuts">
            {items.map((item) => (
              <div key={item.text.key}>
                <dt>
                  {item.keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{text(item.text)}</dd>
              </div>
            ))}
          </dl>
        </Sheet>
      )}
    </>
  );
});
