import type { Answers } from '../../../engine/config/definitions.ts';
import type { Deps } from '../../platform/deps.ts';
import { limitPerHour } from '../../platform/limits/limitPerHour.ts';
import { mayChangeAccount } from '../payoutAccount/check.ts';
import { answerOf, type AnswerName, type FlowHooks, type StepCheck } from '../../platform/flows/hooks.ts';
import { readPhoto } from '../../platform/files/service.ts';
import { todayOf } from '../../platform/time.ts';
import type { GivenNumber } from '../submittedNumbers/numbers.ts';
import type { NumberKind } from '../submittedNumbers/table.ts';
import { named } from './named.ts';
import { storeFaceMatch } from './faceMatches.ts';
import { isPlace, type Place } from './places.ts';
import { submittedAnswersOf } from './earlier.ts';
import { openSnapshot } from './snapshot.ts';
import { canGoOn, latestApplication } from './view.ts';

/** Reads the photo of an answer; undefined without an answer. */
export async function photoOf(deps: Deps, customerId: string, answers: Answers, name: AnswerName): Promise<Buffer | undefined> {
  const fileId = answerOf(answers, name);
  return typeof fileId === 'string' ? readPhoto(deps, customerId, fileId) : undefined;
}

/** Answers that identify the same person or account across phone numbers. */
const numbers: readonly (readonly [AnswerName, NumberKind])[] = [
  [named.idNumber, 'idNumber'],
  [named.aadhaar, 'idNumber'],
  [named.pan, 'idNumber'],
  [named.account, 'account'],
  [named.wallet, 'account'],
  [named.withdrawalPhone, 'account'],
];

export function numbersIn(answers: Answers): GivenNumber[] {
  return numbers.flatMap(([name, kind]) => {
    const value = answerOf(answers, name);
    return typeof value === 'string' ? [{ kind, value }] : [];
  });
}

/** The provider charges for each comparison. */
const matchesPerHour = 20;

/** Error codes for E07 and E09. */
const problemOf = { noMatch: 'faceFailed', unclear: 'photoUnclear' } as const;

const matchFace: StepCheck = {
  name: 'matchFace',
  description: 'Compares the selfie with the ID photo. Refuses with faceFailed or photoUnclear.',
  reads: [named.idPhoto, named.selfie],
  facts: ['faceMatched'],
  fails: Object.values(problemOf),
  async run({ deps, customerId, answers }) {
    const [idPhoto, selfie] = await Promise.all([
      photoOf(deps, customerId, answers, named.idPhoto),
      photoOf(deps, customerId, answers, named.selfie),
    ]);
    if (!idPhoto || !selfie) return { problem: problemOf.noMatch };
    await limitPerHour(deps, customerId, 'faceMatch', matchesPerHour);
    const compared = await deps.ports.faceMatch.compare({ idPhoto, selfie });
    await storeFaceMatch(deps, { customerId, answers }, compared);
    const { verdict } = compared;
    return verdict === 'match' ? { facts: { faceMatched: true } } : { problem: problemOf[verdict] };
  },
};

const isKnownPlace: StepCheck = {
  name: 'isKnownPlace',
  description: 'Refuses a place whose codes or names are not in the list of the field.',
  reads: [named.place],
  facts: [],
  fails: ['unknownPlace'],
  async run({ answers }) {
    const { province, city, district } = answerOf(answers, named.place) as Record<'province' | 'city' | 'district', Place>;
    return isPlace(province, city, district) ? { facts: {} } : { problem: 'unknownPlace', field: 'place' };
  },
};

/** While an application is under review or decided, the flow shows its answers as submitted. */
const sent: FlowHooks['sent'] = async (deps, { customer, record }) => {
  const application = await latestApplication(deps.db, customer.customerId);
  if (application?.flow !== record.flow || canGoOn(application, todayOf(deps))) return undefined;
  // Under another release, the draft holds the same answers with migrated names.
  return application.release === record.release ? openSnapshot(customer.vault, application) : record.answers;
};

const fileId = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);

export const flowHooks: FlowHooks = {
  checks: { matchFace, mayChangeAccount, isKnownPlace },
  sent,
  submitted: submittedAnswersOf,
  files: { photo: fileId, file: fileId },
};
