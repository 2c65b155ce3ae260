import { NotOnScreen } from '../../engine/cli/index.ts';
import { type Bundle, createWords } from '../../engine/texts/words.ts';
import type { Coupon } from '../../server/contract/coupons.ts';
import type { Disclosure } from '../../server/contract/disclosure.ts';
import type { LoanOffer } from '../../server/contract/offers.ts';
import { readConfiguration } from '../../tests/e2e/support/fill.ts';
import type { ApiBorrower } from '../../tests/e2e/support/api.ts';
import { borrowerWithLimit } from './borrowers.ts';
import type { Place } from './newcomer.ts';

type Given = Readonly<Record<string, unknown>>;
/** Asks the product through its screens and returns the answer. */
type Asked = (place: Place, given: Given) => Promise<unknown>;

const screen = '[data-current]';
const pesos = (cents: number, decimals = 0) => (cents / 100).toLocaleString('en', { minimumFractionDigits: decimals });
function termOf(days: number): string {
  const words = createWords();
  words.add('en', readConfiguration<Bundle>('locales/en/common.json'));
  return words.text({ language: 'en' }, 'blocks.loanOffer.days', { count: days }) ?? '';
}

/** Opens the page where an amount is chosen. Returns the server's offer. */
async function openOffer({ page }: Place): Promise<LoanOffer> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/loans/offer' && response.ok());
  await page.goto('/withdrawPage');
  const offer = (await (await answered).json()) as LoanOffer;
  const shown = offer.canBorrow ? '.offer-range' : '.notice';
  await page.locator(`${screen} ${shown}:visible`).first().waitFor();
  return offer;
}

/** The offer on the page. It must match the server's answer. */
const offer: Asked = async (place, { limitCents }) => {
  await borrowerWithLimit(place, Number(limitCents));
  const { canBorrow, products } = await openOffer(place);
  if (!canBorrow) return {};
  const text = await place.page.locator(screen).first().innerText();
  for (const { minCents, maxCents, stepCents, terms } of products) {
    const figures = [minCents, maxCents, stepCents].map((cents) => pesos(cents));
    const missing = [...figures, ...terms.map(({ termDays }) => termOf(termDays))].filter((each) => !text.includes(each));
    if (missing.length > 0) throw new Error(`the page does not offer ${missing.join(', ')}, but: ${text}`);
  }
  return Object.fromEntries(products.map(({ id, ...view }) => [id, view]));
};

/** High enough for every amount in question, so that the product decides instead of the limit. */
const highestLimitCents = 8_000_000;

/** The cost of a choice, as the disclosure shows it before consent; or that it cannot be chosen. */
const disclosure: Asked = async (place, { amountCents, termDays, couponCents }) => {
  const { page } = place;
  const borrower = await borrowerWithLimit(place, highestLimitCents);
  await openOffer(place);
  const term = page.locator(`${screen} .card-option:visible`).filter({ hasText: termOf(Number(termDays)) });
  if ((await term.count()) === 0) return { refused: 'TERM_NOT_OFFERED' };
  await term.first().click();
  const input = page.locator(`${screen} .offer-input input:visible`);
  await input.fill(String(Number(amountCents) / 100));
  await input.blur();
  if (await page.locator(`${screen} .offer-amount .field-problem:visible`).isVisible()) return { refused: 'AMOUNT_NOT_OFFERED' };
  await page.locator(`${screen} .offer button.button-wide:visible, ${screen} .offer > button:visible`).last().click();
  await page.waitForURL('**/withdrawConfirm');
  await page.locator(`${screen} dl:visible`).first().waitFor();
  if (couponCents !== undefined) await chooseCoupon(place, borrower, Number(couponCents));
  return statement(place, borrower);
};

async function chooseCoupon({ page }: Place, borrower: ApiBorrower, amountCents: number): Promise<void> {
  const draft = async () =>
    (await (await borrower.get('/api/loans/draft')).json()) as { disclosure: Disclosure; coupons: Coupon[]; couponId?: string };
  const { coupons } = await draft();
  if (!coupons.some((coupon) => coupon.amountCents === amountCents))
    throw new NotOnScreen(`No borrower has a coupon of ${pesos(amountCents)} pesos.`);
  await page
    .locator(`${screen} .coupon-option:visible`)
    .filter({ hasText: pesos(amountCents) })
    .click();
  await page
    .locator(`${screen} dl:visible`)
    .first()
    .getByText(pesos((await draft()).disclosure.receivedCents, 2))
    .first()
    .waitFor();
}

/** The visible disclosure, compared with the one that the server asks to sign. */
async function statement({ page }: Place, borrower: ApiBorrower): Promise<Disclosure> {
  const { disclosure } = (await (await borrower.get('/api/loans/draft')).json()) as { disclosure: Disclosure };
  for (const cents of [disclosure.principalCents, disclosure.receivedCents, disclosure.totalDueCents, disclosure.financeChargeCents]) {
    await page.locator(screen).first().getByText(pesos(cents, 2)).first().waitFor();
  }
  return disclosure;
}

const asked: Readonly<Record<string, Asked>> = { offer, disclosure };

/** Answers a scenario's question through the screens. */
export function askOnScreens(question: string, given: Given, place: Place): Promise<unknown> {
  const found = Object.hasOwn(asked, question) ? asked[question] : undefined;
  if (!found) throw new NotOnScreen(`No screen shows the complete answer to "${question}", because screens are built from it.`);
  return found(place, given);
}
