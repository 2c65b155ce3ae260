/** The part of DER (ITU-T X.690) that a certificate needs. */

function lengthOf(count: number): Buffer {
  if (count < 0x80) return Buffer.of(count);
  const bytes = count < 0x100 ? [count] : [count >> 8, count & 0xff];
  return Buffer.of(0x80 | bytes.length, ...bytes);
}

/** Encodes a value of up to 64 KB with its tag and length. */
export const element = (tag: number, ...contents: Buffer[]): Buffer => {
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag), lengthOf(body.length), body]);
};

export const sequence = (...items: Buffer[]): Buffer => element(0x30, ...items);
export const setOf = (...items: Buffer[]): Buffer => element(0x31, ...items);
export const octets = (body: Buffer): Buffer => element(0x04, body);
export const bits = (body: Buffer): Buffer => element(0x03, Buffer.of(0), body);
export const text = (value: string): Buffer => element(0x0c, Buffer.from(value));
export const yes: Buffer = element(0x01, Buffer.of(0xff));

/** Encodes a non-negative integer, most significant byte first. */
export const integer = (bytes: Buffer): Buffer => element(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);

/** Encodes a constructed context-specific `[number]`. */
export const tagged = (number: number, ...contents: Buffer[]): Buffer => element(0xa0 | number, ...contents);

/** Encodes a UTCTime, for years before 2050. */
export const time = (date: Date): Buffer => element(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** Encodes an object identifier in dotted form, e.g. `2.5.29.17`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(number: number): number[] {
  const bytes = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
