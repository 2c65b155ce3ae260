import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, CelOf, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  tone: Type.Optional(
    CelOf(['info', 'success', 'warning', 'danger'], { title: 'Tone', description: 'info (default), success, warning or danger.' }),
  ),
  title: Type.Optional(Text({ title: 'Title' })),
  text: Text({ title: 'Text' }),
  do: Type.Optional(Action({ title: 'Action' })),
  label: Type.Optional(Text({ title: 'Label of the action' })),
});
export type NoticeOptions = Static<typeof options>;

export const noticeBlock: BlockDefinition = {
  name: 'notice',
  title: 'Notice',
  description: 'A highlighted notice with an optional action.',
  options,
};
