import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/root.ts';

/** Folders that serve any product. */
const generic = ['engine', 'server/platform', 'src/app'];

/** Words of the product and of its country, as stems of whole words. */
const forbidden =
  /\b(borrow(ed|ers?|ing|s)?|(re)?(loan|peso|coupon|voucher|province|barangay|centavo)s?|lend(s|ers?|ing)?|(repay|disburse)(d|s|ment|ments)?|underwriting|philippines?|pinoy|php|luzon|visayas|mindanao|manila|makati|quezon|cebu|davao)\b/gi;

/** `isReloan`, `LOAN_ID`, `loan-id` and `loans2` as words. */
const words = (text: string) =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_\d]/g, ' ');

const found = (text: string): string[] => [...words(text).matchAll(forbidden)].map(([word]) => word.toLowerCase());

const files = generic.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
);

test.each([
  ['isReloan', ['reloan']],
  ['is_reloan', ['reloan']],
  ['flows/borrower.ts', ['borrower']],
  ['MAX_UPLOADS_PER_BORROWER', ['borrower']],
  ["'₱5,000 of a Loan, in pesos'", ['loan', 'pesos']],
  ["manilaDay, 'Quezon City', en-PH", ['manila', 'quezon']],
  ['shapesOf, composed, calendar, reloaned', []],
])('finds in %s the words %j', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('K01 engine, platform and the generic app name nothing of the product', () => {
  const hits = files.flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const inText = lines.flatMap((line, index) => found(line).map((word) => `${path}:${index + 1} ${word}`));
    return [...found(path).map((word) => `${path} ${word}`), ...inText];
  });
  expect(hits).toEqual([]);
});
