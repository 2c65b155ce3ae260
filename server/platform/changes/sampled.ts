import { createHmac } from 'node:crypto';
import { derive, type Keyring } from '../crypto/keyring.ts';

const parts = 100;
const keptParts = 80;

/**
 * Chooses the people in the sample of a query about past applications: four fifths, by a keyed digest of the query and the person. A result
 * is therefore about people whom nobody can name. Two queries that differ in one person get different samples, so the difference of their
 * results says next to nothing about that person. Repeating a query gives the same result.
 *
 * The query must contain everything that the answer depends on, in one canonical spelling: each spelling draws a new sample, and the mean
 * over many samples is exact. The hourly limit and the audit log are the defence against that.
 *
 * @returns whether a person is in the sample
 */
export function sampleFor([master]: Keyring, question: string): (person: string) => boolean {
  return (person) => keyedNumber([master], question, person) % parts < keptParts;
}

/** A number derived from both texts that cannot be computed without the key. */
export function keyedNumber([master]: Keyring, question: string, text: string): number {
  return createHmac('sha256', derive(master, 'samples of people'))
    .update(JSON.stringify([question, text]))
    .digest()
    .readUIntBE(0, 6);
}
