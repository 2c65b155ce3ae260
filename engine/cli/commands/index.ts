import type { Command } from '../types.ts';
import { cases } from './cases.ts';
import { check } from './check.ts';
import { diff } from './diff.ts';
import { explore } from './explore.ts';
import { fake } from './fake.ts';
import { begin } from './new.ts';
import { publish } from './publish.ts';
import { pull } from './pull.ts';
import { rollback } from './rollback.ts';
import { rules } from './rules.ts';
import { schema } from './schema.ts';
import { test } from './test.ts';

/** Every command of the engine, by its first word, in the order of the usage. */
export const commands: Readonly<Record<string, Command>> = {
  check,
  diff,
  explore,
  rules,
  new: begin,
  fake,
  cases,
  schema,
  publish,
  rollback,
  pull,
  test,
};
