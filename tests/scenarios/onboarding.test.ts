import { beforeAll, describe, expect, test } from 'vitest';
import type { SourceFile } from '../../engine/compiler/types.ts';
import { flowOf, projectFiles } from './project.ts';
import { scenario, type Scenario, type ScenarioOptions } from './scenario.ts';

let files: SourceFile[];
let parts: ScenarioOptions;

beforeAll(async () => {
  files = projectFiles();
  parts = await flowOf('onboarding', files);
});

const contacts = [
  { name: 'Luz Santos', phone: '9181234567', relationship: 'parents' },
  { name: 'Ben Reyes', phone: '9191234567', relationship: 'siblings' },
  { name: 'Tess Cruz', phone: '9201234567', relationship: 'friends' },
];
const place = {
  province: { code: '022', name: 'Cebu' },
  city: { code: '30600', name: 'Cebu City' },
  district: { code: '30600041', name: 'Lahug' },
};
const answers: Record<string, Record<string, unknown>> = {
  identity: { firstName: 'Maria', lastName: 'Santos', idType: 'umid', idNumber: 'CRN011123456789', idPhoto: 'file-1' },
  personalBasic: { name: 'Maria', birthDate: '1994-06-12', gender: 'female' },
  personalMore: { maritalStatus: 'single', educationLevel: 'college', loanPurpose: 'medical' },
  work: { jobType: 'unemployed', income: 'under12000' },
  contact: { email: 'maria.santos@mail.ph', contacts },
  callTime: { time: 'noon' },
  address: { place, detailedAddress: '12 Mabini St., Unit 4B', postalCode: '006000' },
  bank: { payoutMethod: 'bank', bankName: 'bdo', account: '001234567890', accountConfirmation: '001234567890' },
  selfie: { photo: 'file-2' },
};

/** Answers and confirms every step up to, and without, the one named. */
function upTo(step: string, from: Scenario = scenario(parts)): Scenario {
  while (from.at !== undefined && from.at !== step) {
    const form = from.position.step?.form;
    if (form !== undefined) from.answers(form, answers[form] ?? {});
    const before = from.at;
    from.next();
    if (from.at === before) throw new Error(`stuck at ${before}: ${from.problems().join(', ')}`);
  }
  return from;
}

/** A copy of the configuration with a text replaced in one file. */
const edited = (path: string, find: string, replace: string): SourceFile[] =>
  files.map((file) => (file.path === path ? { path, text: file.text.replace(find, replace) } : file));

describe('the shipped onboarding', () => {
  test('leads from the first step to the last', () => {
    const done = upTo('none').expectPosition(undefined);
    expect(done.position).toMatchObject({ complete: true, number: 10, total: 10, minutesLeft: 0 });
    expect(done.stored).toMatchObject({ identity: { idType: 'umid' }, contact: { contacts } });
    expect(done.stored['bank']).not.toHaveProperty('accountConfirmation');
  });

  test('takes about five minutes, as the product promises', () => {
    expect(scenario(parts).position.minutesLeft).toBeCloseTo(5, 0);
  });

  test('resumes at any step on another device', () => {
    for (const step of parts.flow.steps) upTo(step.id).otherDevice().expectPosition(step.id);
    expect(upTo('bank').otherDevice().at).toBe('bank');
  });

  test('can be repeated on another device without typing masked answers', () => {
    const again = upTo('review').otherDevice().open('/identityInfo');
    for (const { id } of parts.flow.steps.slice(0, -1)) {
      again.open(parts.flow.steps.find((step) => step.id === id)?.route ?? '').next();
      expect([id, again.at]).toEqual([id, 'review']);
    }
  });

  test('asks for the account twice, and again only after a change', () => {
    const there = upTo('bank').answers('bank', {
      payoutMethod: 'bank',
      bankName: 'bdo',
      account: '001234567890',
      accountConfirmation: '1',
    });
    there.next().expectProblems('/accountConfirmation mismatch').answer('bank.accountConfirmation', '001234567890').next();
    const other = upTo('review', there).otherDevice().open('/bankInfo');
    expect(other.form.applies('accountConfirmation')).toBe(false);
    other.change('bank.account').answer('bank.account', '009999999999').next().expectProblems('/accountConfirmation required');
  });

  test('asks three contacts who differ from each other and from the borrower', () => {
    const there = upTo('contact').answer('contact.email', 'maria@mail.ph');
    const with2 = (phone: string) => [contacts[0], { ...contacts[1], phone }, contacts[2]];
    there.answer('contact.contacts', with2('9170000000')).next().expectProblems('/contacts/1/phone isSelf');
    there.answer('contact.contacts', with2('9201234567')).next();
    expect(there.problems()).toEqual(['/contacts/1/phone duplicate', '/contacts/2/phone duplicate']);
    there.answer('contact.contacts.1.phone', '9191234567').next().expectPosition('callTime');
  });

  test('asks only the work questions of the job type, and drops answers that no longer apply', () => {
    const there = upTo('work').answers('work', { jobType: 'student', income: 'under12000', schoolName: 'University of the Philippines' });
    there.next().expectProblems('/enrolment required', '/graduation required');
    there.answers('work', { jobType: 'unemployed' }).next().expectPosition('contact');
    expect(there.stored['work']).toEqual({ jobType: 'unemployed', income: 'under12000' });
  });

  test('sends an unclear ID photo back, and nothing else', () => {
    const sent = upTo('none').sendBack('identity', 'idPhoto', 'photoUnclear').expectPosition('identity');
    expect([sent.form.locked('idPhoto'), sent.form.locked('firstName'), sent.form.locked('idNumber')]).toEqual([false, true, true]);
    sent.change('identity.idPhoto').answer('identity.idPhoto', 'file-9').next().expectPosition('review').next().expectPosition(undefined);
    expect(sent.stored['identity']).toEqual({ ...answers['identity'], idPhoto: 'file-9' });
  });
});

describe('an edited onboarding, JSON only', () => {
  const flowFile = 'flows/onboarding.flow.json';
  const selfie = '    { "id": "selfie", "route": "/faceInfo", "form": "selfie", "check": "matchFace", "minutes": 0.5 },\n';

  test('runs with two steps swapped', async () => {
    const contact = '    { "id": "contact", "route": "/contact", "form": "contact", "minutes": 0.5 },\n';
    const work = '    { "id": "work", "route": "/workInfo", "form": "work", "minutes": 0.5 },\n';
    const swapped = await flowOf('onboarding', edited(flowFile, `${work}${contact}`, `${contact}${work}`));
    expect(
      upTo('none', scenario(swapped))
        .position.path.map(({ id }) => id)
        .slice(3, 5),
    ).toEqual(['contact', 'work']);
  });

  test('runs with a conditional step', async () => {
    const conditional = await flowOf(
      'onboarding',
      edited(flowFile, selfie, selfie.replace('"minutes"', `"when": "has(work.jobType) && work.jobType != 'unemployed'", "minutes"`)),
    );
    expect(upTo('none', scenario(conditional)).position.path.map(({ id }) => id)).not.toContain('selfie');
    const student = upTo('work', scenario(conditional)).answers('work', {
      jobType: 'student',
      income: 'under12000',
      schoolName: 'UP Diliman',
      enrolment: '2024-08',
      graduation: '2028-06',
    });
    expect(student.next().position.path.map(({ id }) => id)).toContain('selfie');
  });
});
