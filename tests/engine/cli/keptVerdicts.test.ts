import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keptVerdicts } from '../../../engine/cli/keptVerdicts.ts';

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-verdicts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'some/where/patterns.json');
}

test('verdicts survive the process', () => {
  const path = file();
  keptVerdicts(path).add(new Map([['u/^a$', { status: 'safe' as const }]]));
  keptVerdicts(path).add(new Map([['/(a+)+$', { status: 'exponential' as const, attack: 'aaa' }]]));
  const later = keptVerdicts(path);
  expect(later.get('u/^a$')).toEqual({ status: 'safe' });
  expect(later.get('/(a+)+$')).toEqual({ status: 'exponential', attack: 'aaa' });
  expect(later.get('u/^b$')).toBeUndefined();
});

test('verdicts of another version and a broken file are ignored', () => {
  const path = file();
  keptVerdicts(path).add(new Map([['u/^a$', { status: 'safe' as const }]]));
  const kept = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...kept, recheck: '0.0.1' }));
  expect(keptVerdicts(path).get('u/^a$')).toBeUndefined();
  writeFileSync(path, '{');
  expect(keptVerdicts(path).get('u/^a$')).toBeUndefined();
});

test('verdicts are certain once every pattern that was asked about has one', () => {
  const verdicts = keptVerdicts(file());
  expect(verdicts.isCertain()).toBe(true);
  for (const key of ['u/^a$', 'u/^b$']) expect(verdicts.get(key)).toBeUndefined();
  verdicts.add(new Map([['u/^a$', { status: 'safe' as const }]]));
  expect(verdicts.isCertain()).toBe(false);
  verdicts.add(new Map([['u/^b$', { status: 'safe' as const }]]));
  expect(verdicts.isCertain()).toBe(true);
});
