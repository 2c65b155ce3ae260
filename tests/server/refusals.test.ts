import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from '../../engine/compiler/index.ts';
import { deskRegistry } from '../../server/deskRegistry.ts';
import { serverDefinitions } from '../../server/definitions.ts';
import { studioRegistry } from '../../server/studioRegistry.ts';
import { shippedFiles, shippedRegistry } from '../engine/compiler/fixtures/shipped.ts';

const refusals = new Set([...(serverDefinitions.refusals ?? []), ...(deskRegistry.refusals ?? []), ...(studioRegistry.refusals ?? [])]);
const server = new URL('../../server/', import.meta.url);

describe('K05 the refusals of the server', () => {
  test('are declared, so the compiler requires them in the error catalogue', () => {
    const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const written = sources.flatMap((path) =>
      [...readFileSync(new URL(path, server), 'utf8').matchAll(/\b(?:fail|refusal)\('(\w+)'/g)].map(([, code = '']) => code),
    );
    expect([...new Set(written)].filter((code) => !refusals.has(code))).toEqual([]);
  });

  test('cannot be removed from the catalogue', async () => {
    const files = shippedFiles.map((file) =>
      file.path === 'flows/errors.json' ? { ...file, text: file.text.replace('"smsLimit"', '"smsLimits"') } : file,
    );
    const { diagnostics } = await compile(files, shippedRegistry);
    const messages = diagnostics.filter(({ code }) => code === 'missing-error').map(({ message }) => message);
    expect(messages).toEqual(['The server fails with "smsLimit", which is not in the error catalogue.']);
  });
});
