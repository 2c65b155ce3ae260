import type { WidgetDefinition } from '../../../config/definitions.ts';
import { radioCardsWidget } from '../radioCards/definition.ts';

export const checkboxesWidget: WidgetDefinition = {
  name: 'checkboxes',
  title: 'Several choices',
  description: 'Any number of codes of an enum, all visible. minItems and maxItems limit the number.',
  accepts: ['array'],
  items: 'codes',
  options: radioCardsWidget.options,
};
