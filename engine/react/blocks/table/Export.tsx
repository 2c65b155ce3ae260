import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { useScope } from '../../screen/scope.tsx';
import type { TableOptions } from './definition.ts';

/** Saves all rows that match the filter as a file. */
export const Export = observer(function Export({ of }: { of: NonNullable<TableOptions['export']> }) {
  const { screen, holds, text } = useScope();
  const [isBusy, setBusy] = useState(false);
  const { engine, host } = screen;
  const save = engine.saveFile;
  if (!save || !holds(of.when)) return null;
  const run = async () => {
    setBusy(true);
    try {
      const { isWhole } = await save(of.file.op, screen.input(of.file.with));
      if (!isWhole) host.say(text(of.part));
    } catch (error) {
      host.react(error, { retry: () => void run() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="table-pages">
      <Button tone="quiet" busy={isBusy} onClick={() => void run()}>
        {text(of.text)}
      </Button>
    </div>
  );
});
