import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignatureInput } from '../../../server/contract/agreements.ts';
import { vaultOf } from '../../../server/platform/crypto/vault.ts';
import { drawnOutline } from '../../../server/product/agreements/signature/strokes.ts';
import { openSignature, validSignature } from '../../../server/product/agreements/signature/signatures.ts';
import { typedOutline } from '../../../server/product/agreements/signature/typedName.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, call, prepared, settle, signature } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

async function sign(who: Journey, given: SignatureInput | undefined) {
  const { loanId, disclosureHash, nonce } = await prepared(server, who);
  return call(server, who, 'POST', `/api/loans/${loanId}/withdrawal`, { disclosureHash, nonce, ...(given ? { signature: given } : {}) });
}
const signaturesOf = (who: Journey) =>
  server.deps.db.selectFrom('signatures').selectAll().where('customer_id', '=', who.customerId).orderBy('created_at').execute();

describe('a signature', () => {
  test('S36 L08 is stored as a path and as a picture, both encrypted', async () => {
    const who = await acceptedBorrower(server);
    expect((await sign(who, signature)).statusCode).toBe(200);
    const [row] = await signaturesOf(who);
    expect(row).toMatchObject({ kind: 'drawn', retired_at: null });
    const opened = await openSignature(server.deps, who.customerId, row?.id ?? '');
    expect(opened.input).toEqual(signature);
    expect(opened.outline.path).toMatch(/^M[\d. ]+Q/);
    const stored = await server.deps.ports.storage.get(row?.png_key ?? '');
    // The stored bytes are not a PNG, so nobody who reads the storage can see the signature.
    expect(Buffer.from(stored ?? []).toString('latin1')).not.toContain('PNG');
    const vault = await vaultOf(server.deps.settings.keyring).of(server.deps.db, who.customerId);
    const { format, width, hasAlpha } = await sharp(vault.openBytes(`signature|${row?.id}`, stored ?? new Uint8Array())).metadata();
    expect({ format, width, hasAlpha }).toEqual({ format: 'png', width: opened.outline.widthPx, hasAlpha: true });
  });

  test('L08 is reused for the next loan', async () => {
    const who = await acceptedBorrower(server);
    await activeLoan(server, who, { amountCents: 200_000 });
    const { loanId, full } = (await call(server, who, 'GET', '/api/repayments/options')).json<{
      loanId: string;
      full: { amountCents: number };
    }>();
    await call(server, who, 'POST', '/api/repayments', { loanId, kind: 'full', expectedCents: full.amountCents });
    await settle(server, 120);
    expect((await sign(who, undefined)).statusCode).toBe(200);
    expect(await signaturesOf(who)).toHaveLength(1);
    const agreements = await server.deps.db.selectFrom('agreements').selectAll().where('customer_id', '=', who.customerId).execute();
    const consents = agreements.filter(({ kind }) => kind === 'agreement');
    expect(new Set(consents.map(({ signature_id: id }) => id)).size).toBe(1);
    expect(new Set(consents.map(({ nonce }) => nonce)).size).toBe(2);
  });

  test('may be a typed name', async () => {
    const who = await acceptedBorrower(server);
    expect((await sign(who, { typedName: 'María Santos' })).statusCode).toBe(200);
    const id = await validSignature(server.deps.db, who.customerId);
    expect(await openSignature(server.deps, who.customerId, id ?? '')).toMatchObject({ outline: { draw: 'fill' } });
  });

  test.each<[string, SignatureInput]>([
    ['nothing', {}],
    ['a dot', { strokes: [[5, 5]] }],
    ['a straight line', { strokes: [[0, 10, 50, 10, 100, 11, 200, 10]] }],
    ['one letter', { typedName: 'A.' }],
    ['letters that our fonts do not have', { typedName: '陈大文' }],
    ['blanks', { typedName: '   ' }],
  ])('is none: %s', async (_, given) => {
    const who = await acceptedBorrower(server);
    const answer = await sign(who, given);
    expect(answer.json()).toMatchObject({ status: 422, code: 'signatureUnclear' });
    expect(await signaturesOf(who)).toEqual([]);
  });

  test.each(['Somebody Else', '<img src=x onerror=alert(1)>', 'Maria R. Santos, guarantor of all', 'Reyes'])(
    'L08 is the own name, not %s: nothing is paid out',
    async (typedName) => {
      const who = await acceptedBorrower(server);
      expect((await sign(who, { typedName })).json()).toMatchObject({ status: 422, code: 'signatureNotYours' });
      expect(await signaturesOf(who)).toEqual([]);
      expect((await call(server, who, 'GET', '/api/loans/current')).json()).toMatchObject({ state: 'none' });
    },
  );

  test("L08 may be the borrower's own name in any common spelling", async () => {
    const who = await acceptedBorrower(server);
    expect((await call(server, who, 'GET', '/api/auth/session')).json()).toMatchObject({ names: ['Maria', 'Reyes', 'Santos'] });
    expect((await sign(who, { typedName: 'SANTOS, Ma. r.' })).statusCode).toBe(200);
  });

  test('is limited: too many strokes and points out of range are refused', async () => {
    const who = await acceptedBorrower(server);
    const stroke = Array.from({ length: 4000 }, (_, index) => (index % 2) * 50 + (index % 70));
    for (const strokes of [Array.from({ length: 201 }, () => [1, 1, 9, 9]), [[0, 99_999]], [Array(4001).fill(1) as number[]]])
      expect((await sign(who, { strokes })).statusCode).toBe(400);
    expect((await sign(who, { strokes: Array.from({ length: 20 }, () => stroke) })).json()).toMatchObject({ code: 'signatureUnclear' });
  });

  test('leaves no picture behind when the withdrawal fails', async () => {
    const who = await acceptedBorrower(server);
    const { loanId, disclosureHash, nonce } = await prepared(server, who);
    await server.deps.db
      .updateTable('applications')
      .set({ state: 'rejected', open: false })
      .where('customer_id', '=', who.customerId)
      .execute();
    const keys: string[] = [];
    const { storage } = server.deps.ports;
    const put = storage.put.bind(storage);
    storage.put = (key, bytes) => {
      keys.push(key);
      return put(key, bytes);
    };
    const answer = await call(server, who, 'POST', `/api/loans/${loanId}/withdrawal`, { disclosureHash, nonce, signature });
    storage.put = put;
    expect(answer.statusCode).toBe(409);
    expect(keys).toHaveLength(1);
    expect(await storage.get(keys[0] ?? '')).toBeUndefined();
  });
});

describe('its picture', () => {
  const wave = Array.from({ length: 60 }, (_, index) => (index % 2 ? Math.round(500 + 90 * Math.sin(index / 3)) : 1000 + index * 40));

  test('is cropped to the drawing and small enough to print', () => {
    const outline = drawnOutline([wave]);
    expect(outline?.widthPx).toBeLessThanOrEqual(600);
    expect(outline?.heightPx).toBeLessThanOrEqual(240);
    expect(outline?.path).toMatch(/^M6 /);
  });

  test('of a name is made of letter outlines, also in Devanagari', () => {
    const latin = typedOutline('Ana Cruz');
    const hindi = typedOutline('प्रिया शर्मा');
    for (const outline of [latin, hindi]) {
      expect(outline?.path).toMatch(/^M[-\d. LQCZM]+$/);
      expect(outline?.widthPx).toBeGreaterThan(100);
    }
  });
});
