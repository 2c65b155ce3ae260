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
 * What changed in meaning from one configuration to another, the gravest first: how a file is written, in which order its names
 * stand and what it remarks is no change.
 *
 * @param registry what code has registered: it decides what code relies on
 */
export function diff(before: readonly SourceFile[], after: readonly SourceFile[], registry: Registry): Change[] {
  const sides = { before: readSide('before', before, registry), after: readSide('after', after, registry), registry };
  const found = [...relianceChanges(sides), ...flowChanges(sides), ...formChanges(sides), ...kindChanges(sides), ...wordChanges(sides)];
  return collect(found);
}
