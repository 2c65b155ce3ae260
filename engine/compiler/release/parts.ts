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

  /** Adds a JSON part. It is rebuilt only when one of its inputs is a different object. */
  json(place: string, inputs: readonly unknown[], make: () => unknown): string {
    return this.#add(this.#memo.of(`part ${place}`, inputs, () => partOf('application/json', JSON.stringify(make()))));
  }

  module(place: string, body: string): string {
    return this.#add(this.#memo.of(`module ${place}`, [body], () => partOf('text/javascript', body)));
  }

  #add(part: Part): string {
    this.parts.set(part.name, part);
    return part.name;
  }
}

const partOf = (type: Part['type'], body: string): Part => ({ name: `${hashOf(body)}.${extensions[type]}`, type, body });
