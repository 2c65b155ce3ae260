import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** OWASP's first recommendation for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const parameters = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };
const prefix = `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$`;
const saltBytes = 16;

const derive = (password: string, nonce: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const message = Buffer.from(password.normalize('NFKC'));
    argon2('argon2id', { message, nonce, ...parameters }, (error, key) => (error ? reject(error) : resolve(key)));
  });

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** A password's hash in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return `${prefix}${base64(salt)}$${base64(await derive(password, salt))}`;
}

/** Compares in constant time. A hash with older parameters never matches; a new password updates them. */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.startsWith(prefix) ? hash.slice(prefix.length).split('$') : [];
  const expected = Buffer.from(key, 'base64');
  const found = await derive(password, Buffer.from(salt, 'base64'));
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** Hash for an unknown name, so that the comparison takes as long as a real one before it fails. */
export const unknownNameHash = `${prefix}${base64(Buffer.alloc(saltBytes))}$${base64(Buffer.alloc(parameters.tagLength))}`;
