import type { SourceFile } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';
import { collect } from './collect.ts';
import { flowChanges } from './flows.ts';
import { formChanges } from './forms.ts';
import { kindChanges } from './kinds.ts';
import { relianceChanges } from './reliances.ts';
import { readSide } from './side.ts';
import type { Change } from './types.ts';
import { wordChanges } from './words.ts';

/**
 * Returns the semantic changes between two configurations, the most severe first. Formatting, the order of keys and comments do not
 * count.
 *
 * @param registry the names that code has registered, which define what code relies on
 */
export function diff(before: readonly SourceFile[], after: readonly SourceFile[], registry: Registry): Change[] {
  const sides = { before: readSide('before', before, registry), after: readSide('after', after, registry), registry };
  const found = [...relianceChanges(sides), ...flowChanges(sides), ...formChanges(sides), ...kindChanges(sides), ...wordChanges(sides)];
  return collect(found);
}
