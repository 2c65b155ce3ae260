import { observer } from 'mobx-react-lite';
import { Conflicts } from '../parts/Conflicts.tsx';
import type { FilesSession } from './session.ts';

/** The conflicts of every open file. An edit may touch files that the page does not show, such as the cases of a condition. */
export const OpenConflicts = observer(function OpenConflicts({ session }: { session: FilesSession }) {
  return session.conflicts.map(([path, file]) => (
    <Conflicts key={path} conflicts={file.conflicts} onSettle={(keep) => file.settle(keep)} />
  ));
});
