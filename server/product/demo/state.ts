import { numberFormat } from '../../platform/intl.ts';
import type { Loan } from '../../contract/loans.ts';
import type { Deps } from '../../platform/deps.ts';
import { latestApplication } from '../application/view.ts';
import { phoneVault, readPhone, type PhoneNumber } from '../../platform/customer/phone.ts';
import { countryServed } from '../../platform/loginPolicy/policy.ts';
import { currentLoan } from '../loans/read.ts';
import { viewerOf } from '../../platform/customer/viewer.ts';
import { allPeople, type DemoPerson } from './people.ts';

/** A demo borrower's current state. It changes with time and with what visitors do. */
export interface DemoState extends DemoPerson {
  customerId: string;
  number: PhoneNumber;
  /** A few words in English, for the terminal and the pages of /dev. */
  now: string;
}

/** Demo borrowers that exist in the database, in list order. */
export async function demoStates(deps: Deps): Promise<DemoState[]> {
  const found = await Promise.all(allPeople.map((person) => demoStateOf(deps, person)));
  return found.filter((state) => state !== undefined);
}

/** The current state of a demo borrower; undefined when they do not exist in the database. */
export async function demoStateOf(deps: Deps, person: DemoPerson): Promise<DemoState | undefined> {
  const number = readPhone(person.phone, countryServed(deps));
  if (!number) return undefined;
  const digests = phoneVault(deps.settings.keyring).lookup(number);
  const row = await deps.db.selectFrom('customers').select('id').where('phone_digest', 'in', digests).executeTakeFirst();
  return row && { ...person, number, customerId: row.id, now: await wordsFor(deps, row.id) };
}

async function wordsFor(deps: Deps, customerId: string): Promise<string> {
  const loan = await currentLoan(await viewerOf(deps, customerId));
  if (loan.state === 'active') return `owes ${amount(deps, loan)}, ${whenDue(loan)}`;
  const application = (await latestApplication(deps.db, customerId))?.state ?? 'not sent yet';
  if (application === 'accepted') return loan.state === 'none' ? 'accepted, may withdraw' : `accepted; last loan ${loan.state}`;
  return `application ${application}`;
}

const amount = ({ releases }: Deps, { payoffCents = 0 }: Loan): string =>
  numberFormat('en', { style: 'currency', currency: releases.active().manifest.settings.currency }).format(payoffCents / 100);

function whenDue({ label, daysLeft = 0, overdueDays = 0 }: Loan): string {
  if (label === 'dueToday') return 'due today';
  return label === 'overdue' ? `overdue by ${overdueDays} days` : `due in ${daysLeft} days`;
}

/** Local notation: 0917 000 0001. */
export const written = ({ national }: PhoneNumber): string => `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
