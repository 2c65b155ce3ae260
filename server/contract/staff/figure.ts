import Type from 'typebox';
import { Instant } from './operation.ts';

export const days = Type.Integer({ minimum: 1, maximum: 90, description: 'Today and the days before, so many in all.' });
export const count = (description: string) => Type.Integer({ description });
export const asOf = { at: Type.String({ ...Instant, description: 'When it was counted. A figure is counted once a minute at most.' }) };
