import { createHash } from 'node:crypto';
import type { Memo } from '../memo.ts';
import type { Part } from '../types.ts';

/** The first 16 hex digits of the SHA-256. 64 bits are enough to keep the parts of one product distinct. */
export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

const extensions: Record<Part['type'], string> = { 'application/json': 'json', 'text/javascript': 'mjs' };

/** Collects the parts of a release. Equal content becomes one part. */
export class PartStore {
  readonly parts = new Map<string, Part>();
  readonly #memo: Memo;

  constructor(memo: Memo) {
    this.#memo = memo;
  }

  json(value: unknown): string {
    return this.#add('application/json', JSON.stringify(value));
  }

  module(body: string): string {
    return this.#add('text/javascript', body);
  }

  #add(type: Part['type'], body: string): string {
    const name = this.#memo.get(`part ${type} ${body}`, () => `${hashOf(body)}.${extensions[type]}`);
    this.parts.set(name, { name, type, body });
    return name;
  }
}
