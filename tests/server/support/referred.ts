import { expect } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import { journey, type Journey } from './journey.ts';
import { newBorrower, type ProductApp } from './product.ts';

const student: FormAnswers = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };

let nextNumber = 51_123_456_000;

export interface Referred {
  borrower: Journey;
  id: string;
  idNumber: string;
}

/** A borrower whose application is referred to staff, with her own ID number and account. */
export async function referred(server: ProductApp, answers: Readonly<Record<string, FormAnswers>> = {}): Promise<Referred> {
  const borrower = await journey(server, await newBorrower(server));
  const number = String(nextNumber++);
  const idNumber = `CRN0${number}`;
  const own = { identity: { idNumber }, bank: { account: number, accountConfirmation: number }, work: student };
  const given = Object.fromEntries(
    [...Object.keys(own), ...Object.keys(answers)].map((form) => [form, { ...own[form as keyof typeof own], ...answers[form] }]),
  );
  await borrower.walkTo('nowhere', given);
  const { id, state } = (await borrower.submit()).json<{ id: string; state: string }>();
  expect(state).toBe('referred');
  return { borrower, id, idNumber };
}
