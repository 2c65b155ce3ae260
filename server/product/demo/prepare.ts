import type { Deps } from '../../platform/deps.ts';
import { demoStates, written } from './state.ts';
import { addSeconds } from '../../platform/time.ts';
import { registerDemo, type DemoBorrower } from './borrower.ts';
import { morning, openPast, type Past } from './past.ts';
import { decided, people, previewPeople, visitors, type DemoPerson } from './people.ts';

/** The shortest and the longest term of the shipped product. */
const shortDays = 14;
const longDays = 30;

interface Chapter {
  at: Date;
  happens: () => Promise<void>;
}

/** Whether the database is still empty. Demo borrowers are created only then. */
const isEmptyDatabase = async ({ db }: Deps): Promise<boolean> =>
  (await db.selectFrom('customers').select('id').limit(1).executeTakeFirst()) === undefined;

/**
 * Creates the demo borrowers' history over the last weeks, through the API and with a clock that starts in the past. The result is
 * consistent: postings, agreements, audit rows and reminders carry the right days. When `signal` aborts, it stops after the current
 * chapter.
 */
async function playStory(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const borrowers = new Map<DemoPerson, DemoBorrower>();
  const chapters = chaptersOf(deps, () => past, borrowers).sort((one, other) => one.at.getTime() - other.at.getTime());
  const [first] = chapters;
  if (!first) return;
  const past = await openPast(deps, first.at);
  try {
    for (const { at, happens } of chapters) {
      if (signal.aborted) return;
      await past.until(at);
      await happens();
    }
    await past.until(now);
  } finally {
    await past.close();
  }
}

function chaptersOf(deps: Deps, past: () => Past, borrowers: Map<DemoPerson, DemoBorrower>): Chapter[] {
  const now = deps.clock.now();
  const apply = async (person: DemoPerson, steps?: number): Promise<DemoBorrower> => {
    const borrower = await registerDemo(past(), person);
    borrowers.set(person, borrower);
    await borrower.fill(steps);
    if (steps === undefined) await borrower.submit();
    return borrower;
  };
  const borrow = (person: DemoPerson, daysAgo: number, termDays: number): Chapter => ({
    at: morning(deps, daysAgo),
    happens: async () => (await apply(person)).withdraw(termDays),
  });
  const hoursAgo = (hours: number) => addSeconds(now, -hours * 3600);
  const decideAbout = (person: DemoPerson, decision: object): Chapter[] => [
    { at: hoursAgo(6), happens: async () => void (await apply(person)) },
    { at: hoursAgo(3), happens: async () => borrowers.get(person)?.beDecided(decision) },
  ];
  const previewStates = () => [
    ...decideAbout(previewPeople.sentBack, { decision: 'sendBack' }),
    ...decideAbout(previewPeople.declined, { decision: 'rejected' }),
  ];
  return [
    borrow(people.reloan, 40, longDays),
    { at: morning(deps, 20), happens: async () => borrowers.get(people.reloan)?.repay() },
    borrow(people.overdue, shortDays + 3, shortDays),
    borrow(people.dueToday, shortDays, shortDays),
    borrow(people.active, 9, longDays),
    { at: morning(deps, 1), happens: async () => void (await apply(people.approved)) },
    { at: hoursAgo(2), happens: async () => void (await apply(people.referred)) },
    { at: hoursAgo(1), happens: async () => void (await apply(people.fresh, 3)) },
    ...visitors.map(({ person, steps, daysAgo }) => ({
      at: morning(deps, daysAgo),
      happens: async () => void (await apply(person, steps)),
    })),
    ...decided.flatMap(({ person, daysAgo, hours }) => [
      { at: morning(deps, daysAgo), happens: async () => void (await apply(person)) },
      {
        at: addSeconds(morning(deps, daysAgo), hours * 3600),
        happens: async () => borrowers.get(person)?.beDecided({ decision: 'accepted' }),
      },
    ]),
    ...(deps.settings.isWorld ? previewStates() : []),
  ];
}

/**
 * Fills an empty demo with its demo borrowers and prints their logins. Errors are logged and stop nothing: the product works without these
 * borrowers.
 */
export async function prepareDemo(deps: Deps, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  if (!deps.settings.demoCustomers) return;
  try {
    if (await isEmptyDatabase(deps)) await playStory(deps, signal);
    if (!signal.aborted) introduce(await demoStates(deps), say);
  } catch (error) {
    deps.log.error({ err: error }, 'creating the demo borrowers failed');
  }
}

function introduce(people: Awaited<ReturnType<typeof demoStates>>, say: (line: string) => void): void {
  if (people.length === 0) return;
  say('  Ready-made borrowers: log in with a number (its code appears here), or with one click at /dev');
  for (const { firstName, number, now } of people) say(`    ${written(number)}  ${firstName.padEnd(6)} ${now}`);
  say('');
}
