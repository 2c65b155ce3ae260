import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Cel, Text } from '../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../engine/config/definitions.ts';

const options = object({
  value: Cel('string', { title: 'Value', description: 'The content of the code. If empty, nothing is shown.' }),
  label: Text({ title: 'Label', description: 'What the code is for, for people who do not see it.' }),
  under: Type.Optional(Text({ title: 'Below', description: 'The same as text, for people without a camera.' })),
});
export type QrCodeOptions = Static<typeof options>;

export const qrCodeBlock: BlockDefinition = {
  name: 'qrCode',
  title: 'QR code',
  description: 'A QR code, drawn on the device, so that nobody else learns its content.',
  options,
};
