import Type, { type Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel, perItem, Ref, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  title: Text({ title: 'Title' }),
  items: Cel('dyn', { title: 'Photos', description: 'A list.' }),
  name: Cel('string', { title: 'Name', description: 'What a photo shows, read from the entry as item.', ...perItem }),
  version: Type.Optional(
    object(
      { value: Cel('string', { title: 'Value' }), enum: Ref('enum', { title: 'Enum', description: 'Its label goes with the name.' }) },
      { title: 'Version', description: 'Which version of a photo it is.', ...perItem },
    ),
  ),
  op: Ref('operation', {
    title: 'Operation',
    description: 'Returns the short-lived address (url) of a photo. It runs when somebody asks to see the photos.',
  }),
  with: Type.Record(Type.String(), Cel('dyn'), {
    title: 'Input',
    description: 'CEL for each input of the operation; reads the entry as item.',
    ...perItem,
  }),
});
export type PhotosOptions = Static<typeof options>;

export const photosBlock: BlockDefinition = {
  name: 'photos',
  title: 'Photos',
  description: 'Photos side by side, each to zoom, turn and brighten. They load when somebody asks for them.',
  options,
  words: ['show', 'closer', 'farther', 'turn', 'brighter', 'darker', 'reset', 'zoomed', 'tools'],
  wordsAreLocal: true,
};
