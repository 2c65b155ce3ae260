import { expect, test } from 'vitest';
import { type Drawn, stepAt } from '../../../src/studio/blocks/flowGraph/graphWords.ts';
import { playPath } from '../../../src/studio/parts/playPath.ts';

const node = (id: string, kind: Drawn['nodes'][number]['kind'], name = id) => ({ id, kind, name, places: [], findings: [] });
const edge = (from: string, to: string, kind: Drawn['edges'][number]['kind']) => ({ from, to, kind, places: [], findings: [] });
const graph: Drawn = {
  id: 'onboarding',
  kind: 'flow',
  nodes: [node('a', 'form'), node('?b', 'choice'), node('each', 'each'), node('b', 'form', 'bank'), node('c', 'review')],
  edges: [edge('a', '?b', 'next'), edge('?b', 'b', 'yes'), edge('?b', 'c', 'no'), edge('b', 'c', 'next'), edge('each', 'b', 'next')],
};

test('T06 a way leads to the step behind it, unless another choice stands before that', () => {
  expect(['b', 'c', 'each', '?b', 'nowhere'].map((id) => stepAt(id, graph))).toEqual(['bank', 'c', 'bank', undefined, undefined]);
});

test('T06 the preview opens at the step, with the answers of the way; what is no answer is left out', () => {
  const given = [
    { path: 'work.jobType', value: 'student' },
    { path: 'item.amount', value: 1 },
    { path: 'session.language', value: 'en' },
    { path: 'work.list', value: [1] },
  ];
  const query = new URL(playPath('c1', graph, { step: 'bank', given }), 'http://x').searchParams;
  expect(query.get('place')).toBe('onboarding~bank');
  expect(JSON.parse(query.get('given') ?? '')).toEqual([{ path: 'work.jobType', value: 'student' }]);
  expect(playPath('c1', graph, { route: '/start' })).toBe('/changes/c1/preview?place=%2Fstart');
});
