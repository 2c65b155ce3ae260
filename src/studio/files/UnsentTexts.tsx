import { observer } from 'mobx-react-lite';
import { useText } from '../../../engine/react/text.tsx';
import { NotStored } from '../parts/NotStored.tsx';
import type { FilesSession } from './session.ts';

/** Typed text that cannot be stored, because the file is no longer editable or somebody else has changed the same place. */
export const UnsentTexts = observer(function UnsentTexts({ session }: { session: FilesSession }) {
  const { t } = useText();
  const word = (key: string, values: Record<string, string>) => t(`common.blocks.rebase.notStored.${key}`, values);
  return (
    <>
      {session.unsent.map(({ path, text, file }) => (
        <NotStored key={path} title={word('title', { file: path })} text={text} onDismiss={() => file.discard()} />
      ))}
      {session.lost.map(({ what, text }) => (
        <NotStored key={what} title={word('lost', { what })} text={text} onDismiss={() => session.forget(what)} />
      ))}
    </>
  );
});
