import { createHmac } from 'node:crypto';
import { derive, type Keyring } from '../crypto/keyring.ts';

const parts = 100;
const keptParts = 80;

/**
 * Chooses the people whom a question about past applications looks at: four fifths, by a keyed digest of the question and the person. A number
 * is therefore about people whom nobody can name, and two questions that differ in one person look at other people, so that the difference
 * of their numbers says next to nothing about that person. One question gives one number, however often somebody asks it.
 *
 * Whoever asks must put everything into the question that the answer depends on, and write it in one way only: people are drawn again for
 * each spelling, and the mean of many draws is exact. The limit by the hour and the audit log are against that.
 *
 * @returns whether the question looks at a person
 */
export function sampleFor([master]: Keyring, question: string): (person: string) => boolean {
  return (person) => keyedNumber([master], question, person) % parts < keptParts;
}

/** A number that depends on both texts, and that nobody can compute without the key. */
export function keyedNumber([master]: Keyring, question: string, text: string): number {
  return createHmac('sha256', derive(master, 'samples of people'))
    .update(JSON.stringify([question, text]))
    .digest()
    .readUIntBE(0, 6);
}
