import { beforeAll, describe, expect, test } from 'vitest';
import { diff } from '../../../engine/diff/index.ts';
import { createCompiler } from '../../../engine/compiler/index.ts';
import type { CompileResult, Diagnostic, SourceFile } from '../../../engine/compiler/types.ts';
import { amountsOf, capFindingsOn, chosenTerms, disclose, largestAmountCents } from '../../../server/lending/index.ts';
import type { Product } from '../../../server/lending/kinds/product.ts';
import { lendingOf } from '../../../server/product/lendingConfig.ts';
import { registry } from '../../../server/registry.ts';
import mistakes from '../../cases/lending/mistakes.json' with { type: 'json' };
import { projectFiles } from '../../scenarios/project.ts';
import { granted } from './support/terms.ts';

interface Edit {
  find: string;
  replace: string;
}

/** One edit of the shipped lending configuration, and the error that it must cause. */
interface Mistake extends Partial<Edit> {
  name: string;
  file: string;
  and?: Edit;
  create?: string;
  remove?: boolean;
  expect: {
    code: string;
    /** Defaults to the edited file. */
    file?: string;
    /** Text on the line of the error, or on the line below it. With several such lines, the nth. */
    at: string;
    above?: boolean;
    nth?: number;
    /** A substring of the message. */
    says?: string;
  };
  /** Number of other errors that the same mistake causes elsewhere. */
  more?: number;
}

const compiler = createCompiler(registry);
const shipped = projectFiles();
const productPath = 'flows/lending/products/cashLoan.product.json';

function edited(files: readonly SourceFile[], path: string, ...edits: Edit[]): SourceFile[] {
  return files.map((file) =>
    file.path === path ? { path, text: edits.reduce((text, edit) => replaced(text, edit, path), file.text) } : file,
  );
}

function replaced(text: string, { find, replace }: Edit, path: string): string {
  if (text.split(find).length !== 2) throw new Error(`${path} must hold ${find} once`);
  return text.replace(find, () => replace);
}

function plant({ file, find, replace = '', and, create, remove }: Mistake): SourceFile[] {
  if (create !== undefined) return [...shipped, { path: file, text: create }];
  if (remove) return shipped.filter(({ path }) => path !== file);
  return edited(shipped, file, ...(find === undefined ? [] : [{ find, replace }]), ...(and ? [and] : []));
}

function lineOf(files: readonly SourceFile[], path: string, { at, above, nth = 1 }: Mistake['expect']): number {
  const lines = (files.find((file) => file.path === path)?.text ?? '').split('\n');
  const found = lines.flatMap((line, index) => (line.includes(at) ? [index + 1] : []));
  return (found[nth - 1] ?? 0) - (above ? 1 : 0);
}

const errorsOf = ({ diagnostics }: CompileResult): Diagnostic[] => diagnostics.filter(({ severity }) => severity === 'error');

async function compiled(files: readonly SourceFile[]) {
  const result = await compiler.compile(files);
  const [error] = errorsOf(result);
  if (!result.release) throw new Error(`${error?.file}:${error?.line} ${error?.message}`);
  return lendingOf(result.release);
}

describe('K05 an error in a loan product is reported with file, line and reason:', () => {
  test.each(mistakes as Mistake[])('$name', async (mistake) => {
    const files = plant(mistake);
    const result = await compiler.compile(files);
    const { code, file = mistake.file, says = '' } = mistake.expect;
    const found = errorsOf(result);
    expect(found).toHaveLength(1 + (mistake.more ?? 0));
    expect(found[0]).toMatchObject({ code, file, line: lineOf(files, file, mistake.expect), column: expect.any(Number) });
    expect(found[0]?.message).toContain(says);
    expect(result.release).toBeUndefined();
  });
});

describe('the shipped products', () => {
  let lending: Awaited<ReturnType<typeof compiled>>;
  beforeAll(async () => {
    lending = await compiled(shipped);
  });

  test('C02 C03 match the specification', () => {
    const [product] = lending.products;
    expect(product?.parameters).toMatchObject({ gstPpm: 180_000, extensionDays: 8 });
    expect(lending.limits.maximumCents).toBe(8_000_000);
    expect(lending.coupons.types.find(({ id }) => id === 'addDesktop')).toMatchObject({ amountCents: 20_000, fullRepaymentOnly: true });
    expect(lending.rewards?.easyReloan.streak.amountsCents).toEqual([5000, 7000, 9000, 11_000]);
    expect(lending.coupons.types.find(({ id }) => id === lending.rewards?.easyReloan.activation.coupon)?.amountCents).toBe(20_000);
  });

  test('stay under every cap for each amount and term', () => {
    const over = lending.products.flatMap((product) =>
      amountsOf(product).flatMap((amountCents) =>
        product.terms.flatMap(({ termDays }) =>
          ['2025-01-01', '2026-04-01', '2030-01-01'].flatMap((day) =>
            capFindingsOn(granted(chosenTerms(product, { amountCents, termDays }, day)), lending.caps, day),
          ),
        ),
      ),
    );
    expect(over).toEqual([]);
  });

  test('every reason of the payout provider has a next step', () => {
    expect(Object.keys(lending.payoutFailures ?? {}).sort()).toEqual([
      'account',
      'bankDetails',
      'identityDetails',
      'identityPhoto',
      'other',
    ]);
  });
});

test('the comparison says for whom a term is from now on', () => {
  const after = edited(shipped, productPath, { find: '"termDays": 21', replace: '"termDays": 21, "when": "customer.isReloan"' });
  expect(diff(shipped, after, registry).map(({ class: name, message }) => `${name} ${message}`)).toEqual([
    'RULE product "cashLoan": terms.1.when is new: "customer.isReloan".',
  ]);
});

describe('K01 K04 product staff change loan products in JSON alone', () => {
  const today = '2026-06-01';
  const second: SourceFile = {
    path: 'flows/lending/products/payday.product.json',
    text: (shipped.find(({ path }) => path === productPath)?.text ?? '')
      .replace('"id": "cashLoan"', '"id": "payday"')
      .replace('"maxCents": 8000000', '"maxCents": 2000000'),
  };
  const named = ['en', 'fil', 'hi'].reduce(
    (files, language) => {
      const path = `locales/${language}/enums.json`;
      return edited(files, path, { find: '"product": { "cashLoan"', replace: '"product": { "payday": "Payday", "cashLoan"' });
    },
    edited(shipped, 'schemas/enums/product.schema.json', { find: '["cashLoan"]', replace: '["cashLoan", "payday"]' }),
  );

  test('a second product is offered', async () => {
    const { products } = await compiled([...named, second]);
    const payday = products.find(({ id }) => id === 'payday');
    expect(products.map(({ id }) => id)).toEqual(['cashLoan', 'payday']);
    expect(payday && largestAmountCents(payday, 9_000_000)).toBe(2_000_000);
    const terms = granted(chosenTerms(payday as Product, { amountCents: 500_000, termDays: 30 }, today));
    expect(disclose(terms, { payoutDay: today, couponCents: 0 })).toMatchObject({ productId: 'payday', receivedCents: 492_100 });
  });

  test('a second product without a name is refused', async () => {
    const result = await compiler.compile([...shipped, second]);
    expect(errorsOf(result)).toMatchObject([{ code: 'no-name', file: second.path, pointer: '/id' }]);
  });

  test('a product of instalments is offered', async () => {
    const plan = '"termDays": 90,\n      "instalments": { "count": 3, "every": "month", "method": "equalInstalments" }';
    const { products } = await compiled(edited(shipped, productPath, { find: '"termDays": 30', replace: plan }));
    const terms = granted(chosenTerms(products[0] as Product, { amountCents: 900_000, termDays: 90 }, today));
    const { schedule } = granted(disclose(terms, { payoutDay: '2026-01-31', couponCents: 0 }));
    expect(schedule.map(({ dueDate }) => dueDate)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  });

  test('rate, term, reward and condition come from the file', async () => {
    const files = edited(
      edited(
        edited(
          shipped,
          productPath,
          { find: '"dailyRatePpm": 1400', replace: '"dailyRatePpm": 1300' },
          { find: '"termDays": 30', replace: '"termDays": 45' },
        ),
        'flows/lending/rewards.json',
        { find: '11000', replace: '12000' },
      ),
      'flows/lending/coupons.json',
      { find: '"minAmountCents": 200000', replace: '"minAmountCents": 300000' },
    );
    const { products, rewards, coupons } = await compiled(files);
    const [product] = products as [Product];
    expect(granted(chosenTerms(product, { amountCents: 500_000, termDays: 14 }, today)).parameters.dailyRatePpm).toBe(1300);
    expect(chosenTerms(product, { amountCents: 500_000, termDays: 30 }, today)).toEqual({ refused: 'TERM_NOT_OFFERED' });
    expect(rewards?.easyReloan.streak.amountsCents.at(-1)).toBe(12_000);
    expect(coupons.types.find(({ id }) => id === 'onTime')?.minAmountCents).toBe(300_000);
  });

  test('only offered values can be chosen', async () => {
    const [product] = (await compiled(shipped)).products as [Product];
    const chosen = (amountCents: number, changes: Partial<Product> = {}) =>
      chosenTerms({ ...product, ...changes }, { amountCents, termDays: 14 }, today);
    expect(chosen(125_000)).toEqual({ refused: 'AMOUNT_NOT_OFFERED' });
    expect(chosen(50_000)).toEqual({ refused: 'AMOUNT_NOT_OFFERED' });
    expect(chosen(8_050_000)).toEqual({ refused: 'AMOUNT_NOT_OFFERED' });
    expect(chosen(100_000, { enabled: false })).toEqual({ refused: 'PRODUCT_NOT_OFFERED' });
    expect(chosen(100_000, { offeredFrom: '2026-06-02' })).toEqual({ refused: 'PRODUCT_NOT_OFFERED' });
    expect(chosen(100_000, { offeredUntil: '2026-05-31' })).toEqual({ refused: 'PRODUCT_NOT_OFFERED' });
    expect(chosen(100_000, { offeredFrom: today, offeredUntil: today })).toMatchObject({ principalCents: 100_000 });
    expect([99_999, 100_000, 149_999, 99_000_000].map((cents) => largestAmountCents(product, cents))).toEqual([
      undefined,
      100_000,
      100_000,
      8_000_000,
    ]);
  });

  test('an offer that ends before a stricter cap begins is not subject to it', async () => {
    const dear: Edit = { find: '"dailyRatePpm": 1400', replace: '"dailyRatePpm": 2000' };
    const ends: Edit = { find: '"offeredFrom": "2025-01-01",', replace: '"offeredFrom": "2025-01-01",\n  "offeredUntil": "2026-03-31",' };
    expect(errorsOf(await compiler.compile(edited(shipped, productPath, dear)))).toMatchObject([{ code: 'over-cap', pointer: '/terms/0' }]);
    await expect(compiled(edited(shipped, productPath, dear, ends))).resolves.toBeDefined();
  });
});

test('a release older than loans lends nothing', () => {
  const lending = lendingOf({ manifest: { other: {} } } as Parameters<typeof lendingOf>[0]);
  expect(lending).toMatchObject({ products: [], caps: [], reminders: [], limits: { maximumCents: 0 } });
});
