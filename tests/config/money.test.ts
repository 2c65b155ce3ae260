import { beforeAll, describe, expect, test } from 'vitest';
import type { BlockValue, Errors, Screen } from '../../engine/config/screen.ts';
import type { LifeCycle } from '../../engine/config/flow.ts';
import type { EnumSchema } from '../../engine/config/form.ts';
import type { Settings } from '../../engine/config/settings.ts';
import type { Expressions } from '../../engine/flow/load.ts';
import type { Release } from '../../engine/compiler/types.ts';
import { loanStates } from '../../server/contract/loans.ts';
import { LoanOffer } from '../../server/contract/offers.ts';
import { repaymentKinds, repaymentStates } from '../../server/contract/repayments.ts';
import { ApplicationView } from '../../server/contract/schemas.ts';
import { wordsOf } from '../support/words.ts';
import { idsIn, partOf, shipped, shippedRelease } from './shipped.ts';

const screenOf = (id: string) => shipped<Screen>(`flows/screens/${id}.screen.json`);
const codesOf = (id: string) => shipped<EnumSchema>(`schemas/enums/${id}.schema.json`).enum;
const words = wordsOf('en');

/** Blocks in the order in which they stand, those inside of others after them. */
const flatten = (blocks: readonly BlockValue[]): BlockValue[] =>
  blocks.flatMap((block) => [block, ...flatten((block['blocks'] ?? []) as BlockValue[])]);
const blocksOf = (id: string) => flatten(screenOf(id).blocks);

let release: Release;
beforeAll(async () => {
  release = await shippedRelease();
});

describe('labels', () => {
  const labelled: [id: string, codes: readonly string[]][] = [
    ['loanState', loanStates],
    ['repaymentState', repaymentStates],
    ['repaymentKind', repaymentKinds],
  ];
  test.each(labelled)('%s has every code of the API', (id, codes) => {
    expect(codesOf(id)).toEqual(expect.arrayContaining([...codes]));
  });

  test('L12 every reason of a failed payout has a text', () => {
    const { failures } = shipped<{ failures: Record<string, { error: string }> }>('flows/lending/payoutFailures.json');
    expect(codesOf('decisionReason')).toEqual(expect.arrayContaining(Object.values(failures).map(({ error }) => error)));
  });
});

describe('routes of money', () => {
  const routes: [row: string, route: string, layout: string][] = [
    ['S10', '/homeIndex', 'tabs'],
    ['S11', '/billIndex', 'tabs'],
    ['S13', '/allWithdraw', 'plain'],
    ['S14', '/withdrawPage', 'plain'],
    ['S15', '/repaidDetail', 'plain'],
    ['S18', '/my', 'tabs'],
    ['S20', '/coupon', 'plain'],
    ['S20', '/couponInvalid', 'plain'],
    ['S21', '/bill', 'plain'],
    ['S25', '/loan', 'plain'],
    ['S29', '/KSResult', 'plain'],
    ['S35', '/withdrawConfirm', 'plain'],
    ['S36', '/signature', 'plain'],
    ['S37', '/repay', 'plain'],
    ['S37', '/extension', 'plain'],
    ['S38', '/repayPlan', 'plain'],
    ['S38', '/repayRecords', 'plain'],
  ];
  const screens = idsIn('flows/screens').map(screenOf);
  test.each(routes)('%s %s exists', (_row, route, layout) => {
    expect(screens.find((screen) => screen.route === route)?.layout).toBe(layout);
  });

  test('S29 the result of a payment needs no session, everything else about money does', () => {
    const open = routes.filter(([, route]) => screens.find((screen) => screen.route === route)?.noCheck).map(([, route]) => route);
    expect(open).toEqual(['/KSResult']);
  });

  test('routes that need the phone code or the signature lead to screens that ask for it', () => {
    const { errors } = shipped<Errors>('flows/errors.json');
    expect(errors['freshCodeRequired']?.reaction).toEqual({ go: '/confirmCode' });
    expect(errors['signatureRequired']?.reaction).toEqual({ go: '/signature' });
  });
});

/** States of a borrower, as the home screen sees them. */
interface Standing {
  application: Record<string, unknown>;
  loan: Record<string, unknown>;
  offer: Record<string, unknown>;
}

const isOpen = (loan: string) => shipped<LifeCycle>('flows/lifecycles/loan.lifecycle.json').states[loan]?.open ?? false;

/** Every pair of states that the server can answer with; an open loan has an application that was accepted, or one to refill. */
function standings(): [name: string, standing: Standing][] {
  const applicationStates = (ApplicationView.properties.state as unknown as { enum: string[] }).enum;
  // A disclosure without agreement is not a loan yet.
  return loanStates
    .filter((state) => state !== 'disclosed')
    .flatMap((loan) =>
      applicationStates.flatMap((application): [string, Standing][] =>
        isOpen(loan) && !['accepted', 'bankRefill'].includes(application)
          ? []
          : details(application, loan).map((standing) => [`${application}, ${loan} ${JSON.stringify(standing.loan)}`, standing]),
      ),
    );
}

function details(application: string, loan: string): Standing[] {
  const base = {
    application: { state: application, limitCents: 500_000, corrections: [] },
    loan: { state: loan, schedule: [], refusesNew: isOpen(loan) },
    offer: { canBorrow: true, limit: { availableCents: 500_000 } },
  };
  if (loan === 'active') {
    const labels = ['expiresIn', 'dueToday', 'overdue'].map((label) => ({ ...base, loan: { ...base.loan, label } }));
    const repayments = repaymentStates.map((state) => ({
      ...base,
      loan: { ...base.loan, label: 'dueToday', repayment: { id: 'r', kind: 'full', state } },
    }));
    return [...labels, ...repayments];
  }
  if (application === 'rejected')
    return [0, 7].map((retryAfterDays) => ({ ...base, application: { ...base.application, retryAfterDays } }));
  if (application === 'accepted')
    return [base, ...['paused', 'nothingAvailable'].map((refusal) => ({ ...base, offer: { ...base.offer, canBorrow: false, refusal } }))];
  return [base];
}

describe('L01 to L06 the home screen', () => {
  let expressions: Expressions;
  beforeAll(async () => {
    const part = release.manifest.screens['homeIndex']?.expressions ?? '';
    ({ expressions } = await partOf<{ expressions: Expressions }>(release, part));
  });

  function cardsOf(blocks: readonly BlockValue[], standing: Standing): BlockValue[] {
    return blocks.flatMap((block) => {
      if (block.when !== undefined && !holds(block.when, standing)) return [];
      return block.block === 'statusCard' ? [block] : cardsOf((block['blocks'] ?? []) as BlockValue[], standing);
    });
  }

  const { features } = shipped<Settings>('flows/settings.json');
  const others = { coupons: { platform: [], withdrawal: [] }, draft: {}, unread: { total: 0 }, features, session: {} };
  const holds = (when: string, standing: Standing) => expressions[when]?.({ ...standing, ...others }) === true;

  test.each(standings())('says one thing that matters: %s', (_name, standing) => {
    expect(cardsOf(screenOf('homeIndex').blocks, standing)).toHaveLength(1);
  });

  test('links every card except the one that asks to wait', () => {
    const still = blocksOf('homeIndex').filter((block) => block.block === 'statusCard' && block['do'] === undefined);
    expect(still.map((block) => (block['title'] as { key: string }).key)).toEqual(['paused.title']);
  });
});

describe('the texts before a button that moves money', () => {
  const callsOf = (id: string, operation: string) => {
    const blocks = blocksOf(id);
    return blocks.flatMap((block, index) => ((block['do'] as { do?: string } | undefined)?.do === operation ? [{ index, blocks }] : []));
  };
  const stands: [row: string, screen: string, operation: string, before: string][] = [
    ['S35', 'withdrawConfirm', 'loans.withdraw', 'disclosure'],
    ['L07', 'extension', 'repayments.create', 'repaymentChoice'],
    ['S37', 'repay', 'repayments.create', 'repaymentChoice'],
    ['S36', 'signature', 'loans.withdraw', 'keyValues'],
  ];
  test.each(stands)('%s on %s, before %s: %s', (_row, screen, operation, before) => {
    const calls = callsOf(screen, operation);
    expect(calls.length).toBeGreaterThan(0);
    for (const { index, blocks } of calls) expect(blocks.slice(0, index).map(({ block }) => block)).toContain(before);
  });

  test.each(['allWithdraw', 'withdrawPage'])('%s says why nothing can be withdrawn, for every reason', (id) => {
    const reasons = (LoanOffer.properties.refusal as unknown as { enum: string[] }).enum;
    const asked = blocksOf(id).flatMap(({ when = '' }) => /refusal.orValue\(''\) == '(\w+)'/.exec(when)?.[1] ?? []);
    expect([...new Set(asked)].sort()).toEqual([...reasons].sort());
  });
});

describe('promises', () => {
  test('L04 the days of an active loan use the texts of the specification', () => {
    for (const screen of ['homeIndex.expiresIn.title', 'billIndex.label.expiresIn'])
      expect(words.get(`screens.${screen}_other`)).toBe('Expires in {{num}} days');
    for (const screen of ['homeIndex.dueToday.title', 'billIndex.label.dueToday']) expect(words.get(`screens.${screen}`)).toBe('Due today');
    for (const screen of ['homeIndex.overdue.title', 'billIndex.label.overdue'])
      expect(words.get(`screens.${screen}_other`)).toBe('Overdue ({{num}} days)');
  });

  test('C01 L03 screens that wait for money show the hours until it arrives', () => {
    for (const key of ['homeIndex.accepted.text', 'homeIndex.disbursing.text', 'billIndex.disbursing.text', 'loanInfo.payout.wait'])
      expect(words.get(`screens.${key}`)).toContain('{{constants.disbursementHours}} hours');
  });

  test('L14 its pages and the consent say that a loan can be cancelled, by whom and until when', () => {
    for (const screen of ['withdrawConfirm', 'loanInfo', 'billIndex'])
      expect(words.get(`screens.${screen}.cancel.text`)).toMatch(
        /{{constants.cancellationHours}} hours.*customer service.*{{constants.supportPhone\b/,
      );
  });

  test('C04 the records say how far back they reach', () => {
    expect(words.get('screens.repayRecords.subtitle')).toContain('{{constants.historyMonths}} months');
  });

  test('G14 references to customer service show its hours', () => {
    const leads = idsIn('flows/screens').flatMap((id) => blocksOf(id).flatMap((block) => leadsToCare(id, block)));
    expect(leads.length).toBeGreaterThan(10);
    expect(leads.filter((key) => !words.get(key)?.includes('{{constants.supportHours'))).toEqual([]);
  });
});

interface Lead {
  do?: { go?: string };
  text?: { key: string };
  hint?: { key: string };
}

/** Keys of the words that stand beside a way to customer service: the hint of a link, the text of a card or a notice. */
function leadsToCare(id: string, block: BlockValue): string[] {
  const links = block.block === 'linkList' ? (block['items'] as Lead[]).map((link) => ({ ...link, text: link.hint })) : [];
  const own = block.block === 'notice' || block.block === 'statusCard' ? [block as Lead] : [];
  return [...links, ...own].filter((lead) => lead.do?.go === '/customerCare').map(({ text }) => `screens.${id}.${text?.key}`);
}
