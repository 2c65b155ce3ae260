import type { Direction } from './types.ts';

/** The effect of a change to one answer's schema on existing answers. */
export interface PropertyFinding {
  code: string;
  /** Pointer below the property, for example `/enum`. */
  pointer: string;
  /** Exists only in the old configuration. */
  isGone?: true;
  /** Stored answers can be lost or refused. */
  isBreaking: boolean;
  /** Whether the change leaves questions and refusals as they are. */
  isLook?: true;
  direction: Direction;
  message: string;
  why: string;
}

export const limitWhy = (direction: Direction): string =>
  direction === 'loosened'
    ? 'Every existing answer stays valid.'
    : 'The field stays, but some existing answers may be refused. Such a draft stays on its release.';
