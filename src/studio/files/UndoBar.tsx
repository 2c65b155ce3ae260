import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { FilesSession } from './session.ts';

interface UndoBarProps {
  session: FilesSession;
  /** Shows whether everything is stored. */
  hasState?: boolean;
}

/** Undo and redo across files, as buttons and with Ctrl+Z (Cmd+Z). */
export const UndoBar = observer(function UndoBar({ session, hasState }: UndoBarProps) {
  const { t } = useText();
  const [isRefused, setRefused] = useState(false);
  const { undoName, redoName } = session;
  const go = (way: 'undo' | 'redo') => {
    // Removed first, so that a second refusal is announced too.
    setRefused(false);
    void session[way]().then((done) => setRefused(!done));
  };
  const onUndoKey = useEffectEvent(go);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const way = wayOf(event);
      if (!way || isTyping(event)) return;
      event.preventDefault();
      onUndoKey(way);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const word = (key: string, what?: string) => t(`common.blocks.rebase.files.${key}`, what === undefined ? undefined : { what });
  return (
    <div className="undo-bar">
      <Button tone="quiet" off={undoName === undefined} onClick={() => go('undo')}>
        {undoName === undefined ? word('undo') : word('undoWhat', undoName)}
      </Button>
      <Button tone="quiet" off={redoName === undefined} onClick={() => go('redo')}>
        {redoName === undefined ? word('redo') : word('redoWhat', redoName)}
      </Button>
      <output>{isRefused ? word('refused') : ''}</output>
      {hasState && <output>{word(session.state)}</output>}
    </div>
  );
});

function wayOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (altKey || ctrlKey === metaKey) return undefined;
  const pressed = key.toLowerCase();
  if (pressed === 'z') return shiftKey ? 'redo' : 'undo';
  return pressed === 'y' ? 'redo' : undefined;
}

/** Text fields have their own undo. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, input:not([type=checkbox], [type=radio])'))
  );
}
