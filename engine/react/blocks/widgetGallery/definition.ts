import Type, { type Static } from 'typebox';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = Type.Object({}, { additionalProperties: false });
export type WidgetGalleryOptions = Static<typeof options>;

export const widgetGalleryBlock: BlockDefinition = {
  name: 'widgetGallery',
  title: 'Gallery of widgets',
  description: 'Each widget of the engine on a page, for tests and for choosing.',
  options,
  words: ['text'],
};
