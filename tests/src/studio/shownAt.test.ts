import { expect, test } from 'vitest';
import type { Design } from '../../../src/studio/blocks/designer/design.ts';
import { shownAt } from '../../../src/studio/blocks/designer/shownAt.ts';

const files: Record<string, Record<string, unknown>> = {
  'flows/loan.flow.json': { id: 'loan', steps: [{ id: 'job', form: 'work', route: '/job' }, { subFlow: 'more' }] },
  'flows/more.subFlow.json': { id: 'more', steps: [{ id: 'pet', form: 'pet' }] },
  'flows/screens/job.screen.json': { id: 'job', route: '/job' },
  'flows/screens/help.screen.json': { id: 'help', route: '/help' },
  'flows/screens/message.screen.json': { id: 'message', route: '/messages/:id' },
  'schemas/forms/work.schema.json': { id: 'work' },
  'schemas/forms/pet.schema.json': { id: 'pet' },
};
const design = {
  object: (file: string) => files[file] ?? {},
  pathsOf: (kind: string) => Object.keys(files).filter((path) => path.endsWith(`.${kind}.json`)),
} as unknown as Design;

test.each([
  ['step', 'flows/loan.flow.json#/steps/0', 'loan~job'],
  ['step', 'flows/more.subFlow.json#/steps/0', undefined],
  ['screen', 'flows/screens/job.screen.json#', 'loan~job'],
  ['block', 'flows/screens/help.screen.json#/blocks/0', '/help'],
  ['screen', 'flows/screens/message.screen.json#', undefined],
  ['field', 'schemas/forms/work.schema.json#/properties/income', 'loan~job'],
  ['form', 'schemas/forms/pet.schema.json#', undefined],
  ['group', 'flow', undefined],
] as const)('T05 the preview beside the tree shows a %s, %s, at %s', (kind, key, place) => {
  expect(shownAt(design, { key, kind, hint: 'job' })).toBe(place);
});
