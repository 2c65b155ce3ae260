import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Action, Blocks, Cel, Route, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const common = {
  text: Text({ title: 'Text' }),
  count: Type.Optional(Cel('number', { title: 'Count', description: 'A number next to the text.' })),
  when: Type.Optional(Cel('bool', { title: 'When' })),
};

const options = object({
  label: Text({ title: 'What is chosen among', description: 'Label for screen readers.' }),
  items: Type.Array(
    Type.Union([
      object({ ...common, go: Route({ title: 'Route' }) }),
      object({
        ...common,
        name: Type.String({ title: 'Name', pattern: '^[a-z][A-Za-z0-9]*$' }),
        blocks: Blocks({ title: 'Blocks', description: 'Shown while this segment is chosen.' }),
        do: Type.Optional(Action({ title: 'Do', description: 'Runs when the person chooses the segment, e.g. to remember the choice.' })),
      }),
    ]),
    { title: 'Segments', description: 'Either all have a route, or all have blocks.', minItems: 2 },
  ),
  start: Type.Optional(Cel('string', { title: 'Start', description: 'Name of the initial segment with blocks; by default the first.' })),
});
export type SegmentsOptions = Static<typeof options>;

export const segmentsBlock: BlockDefinition = {
  name: 'segments',
  title: 'Segments',
  description: 'Tabs for a few views: separate screens (with routes) or parts of this one (with blocks).',
  options,
};
