import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Errors } from '../../../engine/config/screen.ts';
import { createReactions, type ReactionOptions } from '../../../src/app/reactions.ts';

const { errors } = JSON.parse(readFileSync('studio/flows/errors.json', 'utf8')) as Errors;

test('T11 a change that breaks applications in progress asks at the field what becomes of them', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const alert = vi.fn<(text: string) => void>();
  const options: Partial<ReactionOptions> = { errors: () => errors, words: (code) => code, alert, person: () => undefined };
  const form = { fields: ['carryOver'], serverProblems: vi.fn<(problems: readonly unknown[]) => void>() };
  const refusal = Object.assign(new Error('refused'), { code: 'breaksDrafts' });
  createReactions(options as ReactionOptions)(refusal, { form: form as never });
  expect(form.serverProblems).toHaveBeenCalledWith([{ code: 'breaksDrafts', path: '/carryOver' }]);
  expect(alert).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
