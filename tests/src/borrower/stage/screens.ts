import type { PropertySchema } from '../../../../engine/config/form.ts';
import type { BlockValue, Screen } from '../../../../engine/config/screen.ts';
import type { LoadedForm } from '../../../../engine/react/screen/types.ts';
import type { Bundle } from '../../../../engine/texts/words.ts';

/** Texts of the screens below, as in locales/en. */
export const words: Bundle = {
  screens: {
    stage: {
      continue: 'Continue',
      coupons: 'Use a coupon',
      progress: 'Where your money is',
      asked: 'You asked for the money',
      sending: 'We are sending it',
      sendingHint: 'This takes a few minutes, at most 24 hours.',
      arrived: 'It has arrived',
      segments: 'Coupons by state',
      ready: 'Ready',
      gone: 'Used and expired',
      nothing: 'Nothing here.',
      here: 'This way',
      there: 'The other way',
      records: 'Your payments',
      when: 'When',
      kind: 'What for',
      amount: 'Amount',
      due: 'Due now',
      state: 'Due today',
      said: 'Saved',
      repay: 'Repay',
      extend: 'More time',
      cardTitle: 'Your loan',
      payoff: 'To pay today',
      save: 'Save the file',
      chosen: 'Chosen: {{id}}',
    },
  },
  enums: {
    product: { quick: 'Quick loan' },
    couponType: { welcome: 'Welcome coupon', addDesktop: 'Home screen coupon', lapsing: 'Large voucher' },
    repaymentKind: { full: 'Full repayment' },
  },
  forms: {
    sign: {
      title: 'Signature',
      signature: { label: 'Signature', errors: { required: 'Please sign.' }, hint: 'It stands under the agreement.' },
    },
  },
};

const key = (name: string) => ({ key: name });

const blocks: Record<string, BlockValue[]> = {
  offer: [{ block: 'loanOffer', offer: 'offer', mode: 'part', products: 'product', text: key('continue'), do: choose() }],
  later: [{ block: 'loanOffer', offer: 'offer', mode: 'part', products: 'product', sentLater: true, text: key('continue'), do: choose() }],
  all: [{ block: 'loanOffer', offer: 'offer', mode: 'all', products: 'product', text: key('continue'), do: choose() }],
  disclosure: [{ block: 'disclosure', disclosure: 'quote' }],
  repayment: [
    {
      block: 'repaymentChoice',
      options:
        "{ 'full': { 'amountCents': 505000, 'parts': { 'principalCents': 500000, 'interestCents': 5000, 'lateChargeCents': 0, 'penaltyCents': 0, 'extensionFeeCents': 0, 'overpaidCents': 0 } }, 'extension': { 'allowed': true, 'days': 8, 'amountCents': 22000, 'parts': { 'principalCents': 0, 'interestCents': 14000, 'lateChargeCents': 0, 'penaltyCents': 0, 'extensionFeeCents': 8000, 'overpaidCents': 0 }, 'newDueDate': '2026-06-23', 'payoffThenCents': 500000 } }",
      projection:
        "{ 'days': [{ 'day': '2026-06-06', 'isDue': false, 'lateDays': 0, 'settleCents': 505000, 'extension': { 'nowCents': 22000, 'newDueDate': '2026-06-23', 'thenCents': 500000, 'totalCents': 522000 } }, { 'day': '2026-06-15', 'isDue': true, 'lateDays': 0, 'settleCents': 514000 }, { 'day': '2026-06-22', 'isDue': false, 'lateDays': 7, 'settleCents': 519996 }] }",
      chosen: 'extension',
      couponCents: '5000',
      full: '/there',
      extension: '/here',
    },
  ],
  coupons: [
    {
      block: 'couponChoice',
      title: key('coupons'),
      coupons: 'coupons.platform',
      selected: 'local.?couponId',
      names: 'couponType',
      do: { do: 'coupons.choose', with: { couponId: 'choice.?couponId' }, set: { 'local.couponId': 'choice.?couponId' } },
    },
    {
      block: 'paragraph',
      when: 'has(local.couponId)',
      text: { key: 'chosen', with: { id: 'local.couponId' } },
    },
  ],
  localCoupons: [
    {
      block: 'couponChoice',
      title: key('coupons'),
      coupons: 'coupons.platform',
      selected: 'local.?couponId',
      names: 'couponType',
      do: { set: { 'local.couponId': 'choice.?couponId' } },
    },
    { block: 'paragraph', when: 'has(local.couponId)', text: { key: 'chosen', with: { id: 'local.couponId' } } },
  ],
  couponList: [
    {
      block: 'list',
      items: 'coupons.listed',
      blocks: [{ block: 'couponCard', coupon: 'item', names: 'couponType' }],
      pageSize: 3,
    },
  ],
  progress: [
    {
      block: 'progressSteps',
      label: key('progress'),
      items: [
        { text: key('asked'), state: "'done'", at: "'2026-03-02T03:00:00Z'" },
        { text: key('sending'), hint: key('sendingHint'), state: "loan.state == 'active' ? 'done' : 'current'" },
        { text: key('arrived'), state: "loan.state == 'active' ? 'done' : 'waiting'" },
      ],
    },
  ],
  segments: [
    {
      block: 'segments',
      label: key('segments'),
      start: "'gone'",
      items: [
        { name: 'ready', text: key('ready'), count: '1', blocks: [{ block: 'paragraph', text: key('ready') }] },
        { name: 'gone', text: key('gone'), blocks: [{ block: 'paragraph', text: key('nothing') }] },
      ],
    },
    {
      block: 'segments',
      label: key('segments'),
      items: [
        { text: key('here'), go: '/here' },
        { text: key('there'), go: '/there' },
      ],
    },
  ],
  table: [
    {
      block: 'table',
      title: key('records'),
      items: 'payments.repayments',
      pageSize: 2,
      columns: [
        { text: key('when'), value: 'item.createdAt', as: 'dateTime' },
        { text: key('kind'), value: 'item.kind', as: 'enum', enum: 'repaymentKind' },
        { text: key('amount'), value: 'item.amountCents', as: 'moneyExact' },
      ],
    },
    { block: 'table', items: '[]', columns: [{ text: key('when'), value: 'item' }], empty: key('nothing') },
  ],
  small: [
    { block: 'amount', text: key('due'), amountCents: '123456', hint: key('state') },
    { block: 'badge', text: key('state'), tone: "'warning'", icon: 'clock' },
    {
      block: 'statusCard',
      title: key('cardTitle'),
      amountText: key('payoff'),
      amountCents: '512000',
      do: { say: key('said') },
      label: key('repay'),
      also: { say: key('said') },
      alsoLabel: key('extend'),
      icon: 'cash',
    },
    { block: 'markdown', source: "'# Agreement\\n\\n**You** agree.'", language: "'en'" },
    {
      block: 'keyValues',
      items: [
        { text: key('payoff'), value: '2000', as: 'percent' },
        { text: key('due'), value: '5000', as: 'moneyExact', strong: true },
      ],
    },
    { block: 'button', text: key('save'), do: { do: 'agreements.download', open: 'result.url' } },
  ],
  signature: [{ block: 'form', form: 'sign', do: { say: key('said') } }],
};

function choose() {
  return { do: 'loans.prepare', with: { amountCents: 'choice.amountCents', termDays: 'choice.termDays' } };
}

const data: Screen['data'] = {
  offer: { op: 'loans.offer' },
  quote: { op: 'loans.quote', with: { productId: "'quick'", amountCents: '500000', termDays: 'daysShown' } },
  coupons: { op: 'coupons.list' },
  payments: { op: 'repayments.list' },
  loan: { op: 'loans.current', refreshSeconds: 1, refreshWhen: "loan.state == 'disbursing'" },
};

/** The screen with one family of blocks, and the data that they read. */
export function screenOf(name: string, termDays: number): Screen {
  const shown = name === '' ? Object.values(blocks).flat() : (blocks[name] ?? []);
  const text = JSON.stringify(shown);
  const read = Object.entries(data ?? {}).filter(([each]) => new RegExp(`\\b${each}\\b`).test(text));
  const withTerm = JSON.parse(JSON.stringify(Object.fromEntries(read)).replace('daysShown', String(termDays))) as Screen['data'];
  return { id: 'stage', route: '/here', data: withTerm ?? {}, local: { couponId: { type: 'string' } }, blocks: shown };
}

const signature: PropertySchema = { type: 'object' };

export const forms: Record<string, LoadedForm> = {
  sign: {
    definition: {
      schema: { id: 'sign', type: 'object', required: ['signature'], properties: { signature } },
      ui: { id: 'sign', order: ['signature'], fields: { signature: { 'ui:widget': 'signature' } } },
    },
    module: { id: 'sign', fields: { signature: { required: true, validate: () => true } }, rules: [] },
  },
};
