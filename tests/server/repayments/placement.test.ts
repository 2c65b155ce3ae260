import { expect, test } from 'vitest';
import { type HeldFacts, type Placement, placementOf } from '../../../server/product/repayments/placement.ts';

const usual: HeldFacts = { paidCents: 1000, askedCents: 1000, owedCents: 5000, isActive: true, canReplay: true, isDouble: false };

test.each<[string, Partial<HeldFacts>, Placement]>([
  ['what was asked, and less than is owed, pays the loan', {}, { to: 'loan', score: 90, reasons: ['asAsked', 'partOfIt'] }],
  ['another sum than asked still pays the loan', { askedCents: 900 }, { to: 'loan', score: 50, reasons: ['partOfIt'] }],
  ['what settles the loan pays it', { owedCents: 1000 }, { to: 'loan', score: 80, reasons: ['asAsked', 'settles'] }],
  [
    'more than is owed pays the loan, less surely',
    { owedCents: 900, askedCents: 900 },
    { to: 'loan', score: 15, reasons: ['moreThanOwed'] },
  ],
  ['money for a loan that has ended is hers', { isActive: false, owedCents: 0 }, { to: 'borrower', score: 95, reasons: ['loanEnded'] }],
  ['money that cannot be recalculated is hers', { canReplay: false }, { to: 'borrower', score: 80, reasons: ['cannotReplay'] }],
  ['money that came twice is hers', { isDouble: true }, { to: 'borrower', score: 70, reasons: ['paidTwice'] }],
  [
    'reasons add up to 100 at most',
    { isActive: false, isDouble: true },
    { to: 'borrower', score: 100, reasons: ['loanEnded', 'paidTwice'] },
  ],
])('D09 %s', (_, facts, placement) => expect(placementOf({ ...usual, ...facts })).toEqual(placement));
