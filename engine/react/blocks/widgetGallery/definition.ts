import { object } from '../../../config/object.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({});

export const widgetGalleryBlock: BlockDefinition = {
  name: 'widgetGallery',
  title: 'Gallery of widgets',
  description: 'All widgets of the engine on one page, for tests and reference.',
  options,
  wordsAreLocal: true,
  words: [
    'text.label',
    'number.label',
    'phone.label',
    'oneTimeCode.label',
    'imageCode.label',
    'date.label',
    'select.label',
    'radioCards.label',
    'checkbox.label',
    'cascade.label',
    'lookup.label',
    'group.label',
    'list.label',
    'list.add',
    'contactList.label',
    'slider.label',
    'photo.label',
    'confirmEntry.label',
    'select.options.a',
    'select.options.b',
    'select.options.c',
    'radioCards.options.a',
    'radioCards.options.b',
    'cascade.region.label',
    'cascade.city.label',
    'cascade.district.label',
    'group.name.label',
    'group.phone.label',
    'contactList.name.label',
    'contactList.phone.label',
  ],
};
