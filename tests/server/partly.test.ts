import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceFile } from '../../engine/compiler/types.ts';
import type { Settings } from '../../engine/config/settings.ts';
import type { ScreenTicket } from '../../server/contract/schemas.ts';
import { serverText } from '../../server/platform/texts.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from './support/product.ts';

type Tree = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- free-form JSON under edit

/** The shipped configuration with Filipino partly offered. Hindi is its fallback, then English. */
function partly(): SourceFile[] {
  const change = (files: readonly SourceFile[], path: string, edit: (value: Tree) => void) => edited<Tree>(files, path, edit);
  const offered = edited<Settings>(shippedFiles(), 'flows/settings.json', ({ languages }) => {
    Object.assign(languages.offered.find(({ code }) => code === 'fil') ?? {}, { minShare: 90, fallback: ['hi'] });
  });
  const screen = change(offered, 'locales/fil/screens/start.json', (words) => delete words['title']);
  return change(screen, 'locales/fil/server.json', (words) => delete words['sms']['loginCode']);
}

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct({ files: partly() });
});
afterAll(() => server.close());

test('K01 G03 an SMS that a language lacks comes in the first language that stands in for it', () => {
  const values = { code: '1234', minutes: 5 };
  expect(serverText(server.deps, 'fil', 'sms.loginCode', values)).toBe(serverText(server.deps, 'hi', 'sms.loginCode', values));
  expect(serverText(server.deps, 'fil', 'sms.freshCode', values)).not.toBe(serverText(server.deps, 'hi', 'sms.freshCode', values));
});

test('K01 G03 the texts of a screen bring what stands in for missing ones, and only that', async () => {
  const { texts } = (await server.app.inject({ url: '/api/screens?path=/start&language=fil' })).json<ScreenTicket>();
  const { $fallback, screens } = (await server.app.inject({ url: texts })).json<Tree>();
  expect(screens.start).not.toHaveProperty('title');
  expect(Object.keys($fallback)).toEqual(['hi']);
  expect($fallback.hi).toEqual({ screens: { start: { title: expect.any(String) } } });
});
