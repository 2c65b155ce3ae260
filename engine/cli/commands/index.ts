import type { Command } from '../types.ts';

/** The commands of the engine, in the order of the usage. Each is imported on demand, which keeps `check` fast. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./check.ts')).check,
  diff: async () => (await import('./diff.ts')).diff,
  explore: async () => (await import('./explore.ts')).explore,
  rules: async () => (await import('./rules.ts')).rules,
  new: async () => (await import('./new.ts')).begin,
  fake: async () => (await import('./fake.ts')).fake,
  cases: async () => (await import('./cases.ts')).cases,
  renew: async () => (await import('./renew.ts')).renew,
  schema: async () => (await import('./schema.ts')).schema,
  publish: async () => (await import('./publish.ts')).publish,
  rollback: async () => (await import('./rollback.ts')).rollback,
  push: async () => (await import('./push.ts')).push,
  pull: async () => (await import('./pull.ts')).pull,
  test: async () => (await import('./test.ts')).test,
};
