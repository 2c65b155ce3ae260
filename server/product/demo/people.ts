import type { FormAnswers } from '../../../engine/config/definitions.ts';

export interface DemoPerson {
  /** National digits for the login. The code appears in the terminal and at /dev/outbox. */
  phone: string;
  firstName: string;
  lastName: string;
  /** What the borrower demonstrates on the day of their creation. */
  shows: string;
  /** Index of the work form's example that they answer with; the first by default. */
  work?: number;
}

const named = (number: number, firstName: string, lastName: string, shows: string): DemoPerson => ({
  phone: `917000000${number}`,
  firstName,
  lastName,
  shows,
});

/** Fixed, so that documentation and rehearsals can name them. */
export const people = {
  fresh: named(1, 'Ana', 'Cruz', 'has just begun to apply'),
  referred: { ...named(2, 'Ben', 'Ramos', 'a student: a person looks at the application'), work: 3 },
  approved: named(3, 'Carla', 'Santos', 'is accepted and has not withdrawn yet'),
  active: named(4, 'Dino', 'Garcia', 'has a loan that runs'),
  dueToday: named(5, 'Ela', 'Flores', 'has a loan that is due today'),
  overdue: named(6, 'Fred', 'Torres', 'is three days late'),
  reloan: named(7, 'Gina', 'Lopez', 'has paid a loan back and may take another'),
} as const satisfies Record<string, DemoPerson>;

/** Exist only in previews, where every state can be chosen. */
export const previewPeople = {
  sentBack: { ...named(8, 'Hana', 'Reyes', 'was asked to send her ID again'), work: 3 },
  declined: { ...named(9, 'Ivan', 'Castro', 'was declined, and may apply again later'), work: 3 },
} as const satisfies Record<string, DemoPerson>;

export const allPeople: readonly DemoPerson[] = [...Object.values(people), ...Object.values(previewPeople)];

const visitor = (index: number, shows: string): DemoPerson => ({
  phone: `91700001${String(index).padStart(2, '0')}`,
  firstName: 'Visitor',
  lastName: 'Santos',
  shows,
});

/** Borrowers who dropped out on the way, so that the staff figures have data. Nobody logs in as them. */
export const visitors: readonly { person: DemoPerson; steps: number; daysAgo: number }[] = [0, 1, 1, 3, 6].map((steps, index) => ({
  person: visitor(index, 'stopped on the way'),
  steps,
  daysAgo: 25 - 4 * index,
}));

/** Students whose applications were decided some hours later. Nobody logs in as them. */
export const decided: readonly { person: DemoPerson; daysAgo: number; hours: number }[] = [
  { daysAgo: 12, hours: 3 },
  { daysAgo: 6, hours: 20 },
].map((when, index) => ({ ...when, person: { ...visitor(50 + index, 'was decided by staff'), work: 3 } }));

/** Answers that must differ between borrowers: no two may share an ID or an account. */
export function ownAnswers({ phone, firstName, lastName }: DemoPerson): Record<string, FormAnswers> {
  const own = phone.slice(-2);
  const account = `0012345678${own}`;
  return {
    identity: { firstName, lastName, idNumber: `CRN0111234567${own}` },
    personalBasic: { name: firstName },
    bank: { account, accountConfirmation: account },
  };
}
