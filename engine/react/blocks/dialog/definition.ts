import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Blocks, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Label', description: 'Label of the button that opens the dialog.' }),
  about: Type.Optional(
    Text({ title: 'About', description: 'Said to screen readers after the label, where several buttons have the same one.' }),
  ),
  tone: Type.Optional(Type.Enum(['primary', 'secondary', 'quiet', 'danger'], { title: 'Tone', description: 'secondary by default.' })),
  do: Type.Optional(Action({ title: 'Action', description: 'Runs when the dialog opens, e.g. to set local values.' })),
  title: Text({ title: 'Title', description: 'Title of the dialog.' }),
  blocks: Blocks({ title: 'Blocks', description: 'Content of the dialog. Its forms are empty each time it opens.' }),
  closedBy: Type.Optional(
    Type.Array(Ref('operation'), { title: 'Closed by', description: 'Operations after which the dialog closes.', minItems: 1 }),
  ),
});
export type DialogOptions = Static<typeof options>;

export const dialogBlock: BlockDefinition = {
  name: 'dialog',
  title: 'Dialog',
  description: 'A button that opens a dialog with other blocks, for example a form.',
  options,
  isForActions: true,
};
