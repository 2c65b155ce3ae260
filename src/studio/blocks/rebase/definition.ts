import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Action, Ref, Cel, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  text: Text({ title: 'Label' }),
  change: Cel('string', { title: 'Change', description: 'Id of the change.' }),
  op: Ref('operation', { title: 'Operation', description: 'Moves the change onto the active release.' }),
  do: Action({ title: 'Action', description: 'Runs when the change stands on the active release.' }),
});
export type RebaseOptions = Static<typeof options>;

export const rebaseBlock: BlockDefinition = {
  name: 'rebase',
  title: 'Rebase',
  description: 'A button that moves a change onto the active release, and asks what to keep where both have edited the same place.',
  options,
  // Blocks that edit files use the same texts for conflicts and undo.
  words: [
    'conflicts.count',
    'conflicts.hint',
    'conflicts.mine',
    'conflicts.theirs',
    'conflicts.absent',
    'conflicts.line',
    'conflicts.settle',
    'files.undo',
    'files.undoWhat',
    'files.redo',
    'files.redoWhat',
    'files.refused',
    'files.saved',
    'files.saving',
    'files.offline',
    'files.conflict',
    'typed.changed',
    'typed.mine',
    'typed.theirs',
    'typed.number',
    'typed.whole',
    'typed.point',
    'notStored.title',
    'notStored.lost',
    'notStored.dismiss',
  ],
  isForActions: true,
};
