import { expect, test } from 'vitest';
import { countWords } from '../../../src/studio/blocks/flowGraph/counts.ts';

const speaking = {
  t: (key: string, values: object = {}) => `${key.split('.').at(-1)} ${JSON.stringify(values)}`,
  formats: { number: String },
} as unknown as Parameters<typeof countWords>[2];
const counted = (reached: number, stopped: number, standing?: number): string[] =>
  countWords(
    { kind: 'form', name: 'work' },
    new Map([['work', { reached, stopped, ...(standing !== undefined && { standing }) }]]),
    speaking,
  );

test('T08 a step says how many stand there now, how many came and which share stopped, and nothing about fewer than ten people', () => {
  expect(counted(200, 50)).toEqual(['cameStopped {"reached":"200","share":25}']);
  expect(counted(200, 9, 12)).toEqual(['standing {"count":12,"standing":"12"}', 'came {"reached":"200"}']);
  expect(counted(200, 195)).toEqual(['came {"reached":"200"}']);
  expect(counted(9, 9, 12)).toEqual(['standing {"count":12,"standing":"12"}']);
  expect(counted(9, 9)).toEqual([]);
  expect(countWords({ kind: 'choice', name: 'work' }, new Map([['work', { reached: 99, stopped: 50 }]]), speaking)).toEqual([]);
});
