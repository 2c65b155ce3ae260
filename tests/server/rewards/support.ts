import { expect } from 'vitest';
import type { Rewards } from '../../../server/contract/serviceOperations.ts';
import { call } from '../support/lending.ts';
import type { LoggedIn } from '../support/login.ts';
import type { ProductApp } from '../support/product.ts';

export const rewards = async (server: ProductApp, who: LoggedIn) => (await call(server, who, 'GET', '/api/rewards')).json<Rewards>();

/** The token in the app's start URL, from the borrower's own manifest. */
export async function launchOf(server: ProductApp, who: LoggedIn): Promise<string | undefined> {
  const { ticket } = (await rewards(server, who)).homescreen;
  if (ticket === undefined) return undefined;
  const manifest = await server.app.inject({ url: `/manifest.webmanifest?language=en&ticket=${ticket}` });
  expect(manifest.headers['cache-control']).toBe('no-store');
  const { start_url: start } = manifest.json<{ start_url: string }>();
  return new URL(start, 'https://app.example').searchParams.get('launch') ?? undefined;
}
