import { object } from '../../../../engine/config/object.ts';
import type { WidgetDefinition } from '../../../../engine/config/definitions.ts';

export const signatureWidget: WidgetDefinition = {
  name: 'signature',
  title: 'Signature',
  description:
    'A signature, drawn with finger, pen or mouse, or typed as a name. The answer is { strokes, widthPx, heightPx }, with flat x, y pairs per stroke, or { typedName }.',
  accepts: ['object'],
  options: object({}),
  sensitivity: 'pii',
  words: ['pad', 'here', 'drawn', 'empty', 'undo', 'clear', 'type', 'draw', 'name', 'typedHint'],
};
