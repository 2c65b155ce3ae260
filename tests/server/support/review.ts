import { expect } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import { journey, type Journey } from './journey.ts';
import { ownNumbers } from './lending.ts';
import { newBorrower, type ProductApp } from './product.ts';

const student: FormAnswers = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };

/** A borrower whose application is referred to staff. */
export async function referredBorrower(server: ProductApp): Promise<{ borrower: Journey; id: string; own: Record<string, FormAnswers> }> {
  const borrower = await journey(server, await newBorrower(server));
  const own = ownNumbers();
  await borrower.walkTo('nowhere', { ...own, work: student });
  const { id, state } = (await borrower.submit()).json<{ id: string; state: string }>();
  expect(state).toBe('referred');
  return { borrower, id, own };
}
