import { observer } from 'mobx-react-lite';
import { useText } from '../../../engine/react/text.tsx';
import { NotStored } from '../parts/NotStored.tsx';
import type { FilesSession } from './session.ts';

/** What somebody typed without a connection, in files that nobody may edit by now. */
export const UnsentTexts = observer(function UnsentTexts({ session }: { session: FilesSession }) {
  const { t } = useText();
  return session.unsent.map(({ path, text, file }) => (
    <NotStored key={path} title={t('common.blocks.rebase.notStored.title', { file: path })} text={text} onDismiss={() => file.discard()} />
  ));
});
