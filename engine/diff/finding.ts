import type { Direction } from './types.ts';

/** What a change of one answer's schema does to answers that were given. */
export interface PropertyFinding {
  code: string;
  /** Below the property, e.g. `/enum`. */
  pointer: string;
  /** Only there before. */
  isGone?: true;
  /** The answers that are stored may be lost by it, or refused. */
  isBreaking: boolean;
  /** Nothing is asked or refused otherwise. */
  isLook?: true;
  direction: Direction;
  message: string;
  why: string;
}

export const limitWhy = (direction: Direction): string =>
  direction === 'loosened'
    ? 'Every answer of before holds.'
    : 'The field stays what it is, but some answers of before may be refused; such a draft stays under its release.';
