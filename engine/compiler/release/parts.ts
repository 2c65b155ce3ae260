import { createHash } from 'node:crypto';
import type { Memo } from '../memo.ts';
import type { Part } from '../types.ts';

/** First 16 hex digits of the SHA-256: 64 bits, enough that two parts of one product never share a name. */
export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

const extensions: Record<Part['type'], string> = { 'application/json': 'json', 'text/javascript': 'mjs' };

/** Gathers the parts of a release; the same content is one part. */
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
