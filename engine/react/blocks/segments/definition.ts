import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Blocks, Cel, Route, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const common = {
  text: Text({ title: 'Text' }),
  count: Type.Optional(Cel('number', { title: 'Count', description: 'A number beside the text.' })),
  when: Type.Optional(Cel('bool', { title: 'When' })),
};

const options = object({
  label: Text({ title: 'What is chosen among', description: 'Read to who cannot see it.' }),
  items: Type.Array(
    Type.Union([
      object({ ...common, go: Route({ title: 'Route' }) }),
      object({
        ...common,
        name: Type.String({ title: 'Name', pattern: '^[a-z][A-Za-z0-9]*$' }),
        blocks: Blocks({ title: 'Blocks', description: 'Shown while this one is chosen.' }),
        do: Type.Optional(Action({ title: 'Do', description: 'Done when the person chooses it, e.g. to remember it.' })),
      }),
    ]),
    { title: 'Segments', description: 'All with a route, or all with blocks.', minItems: 2 },
  ),
  start: Type.Optional(
    Cel('string', { title: 'Start', description: 'Name of the one with blocks that is shown first; by default the first.' }),
  ),
});
export type SegmentsOptions = Static<typeof options>;

export const segmentsBlock: BlockDefinition = {
  name: 'segments',
  title: 'Segments',
  description: 'A few views side by side, of which one is shown: screens of their own (with routes), or parts of this one (with blocks).',
  options,
};
