interface Product {
  amounts: { minCents: number };
  terms: { termDays: number }[];
}
interface Decisions {
  rows: { outcome: { limitCents?: number } }[];
}
interface Coupons {
  types: { minAmountCents?: number }[];
}

const smallest = 500_000;

/**
 * The vectors' loan: ₱5,000 for 14 days at the rate of 0.2 % a day, which the caps allow from ₱5,000 on (LV-01, LV-24). Limits and
 * coupons rise with the smallest amount, because the compiler refuses those that nobody can use.
 *
 * @param edit changes a JSON file of the configuration in place
 */
export function lendVectorLoan(edit: <T>(path: string, change: (value: T) => void) => void, termDays: readonly number[]): void {
  edit<Product>('flows/lending/products/cashLoan.product.json', (product) => {
    product.amounts.minCents = smallest;
    product.terms = termDays.map((days) => ({ termDays: days }));
  });
  edit<Decisions>('flows/decisions/underwriting.decisions.json', ({ rows }) => {
    for (const { outcome } of rows) if (outcome.limitCents !== undefined) outcome.limitCents = Math.max(outcome.limitCents, smallest);
  });
  edit<Coupons>('flows/lending/coupons.json', ({ types }) => {
    for (const type of types) if (type.minAmountCents !== undefined) type.minAmountCents = Math.max(type.minAmountCents, smallest);
  });
}
