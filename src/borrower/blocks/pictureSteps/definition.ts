import Type, { type Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

/** Drawings of browser controls, defined in pictures.tsx. */
export const pictureNames = ['share', 'menu', 'addRow', 'confirm', 'installIcon', 'dock', 'homescreen', 'openElsewhere'] as const;
export type PictureName = (typeof pictureNames)[number];

const options = object({
  items: Type.Array(
    object({
      text: Text({ title: 'Text' }),
      picture: Type.Enum([...pictureNames], {
        title: 'Picture',
        description:
          'share: a square with an arrow. menu: three dots. addRow: the row in the menu. confirm: the button at the top. installIcon: in the address bar. dock: of a computer. homescreen: the icon there. openElsewhere: open in the browser.',
      }),
    }),
    { title: 'Steps', minItems: 1 },
  ),
});
export type PictureStepsOptions = Static<typeof options>;

export const pictureStepsBlock: BlockDefinition = {
  name: 'pictureSteps',
  title: 'Steps with pictures',
  description: 'Numbered steps, each with a small drawing of the control to look for.',
  options,
};
