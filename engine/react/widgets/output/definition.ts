import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

const options = object({});
const accepts = ['string', 'number', 'integer', 'boolean'] as const;

export const outputWidget: WidgetDefinition = {
  name: 'output',
  title: 'Output',
  description: 'Shows an answer that x-value computes.',
  accepts,
  options,
  isForDerived: true,
};

export const hiddenWidget: WidgetDefinition = {
  name: 'hidden',
  title: 'Hidden',
  description: 'A hidden answer that x-value computes.',
  accepts,
  options,
  isForDerived: true,
};
