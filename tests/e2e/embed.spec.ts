import { expect, type Frame, type Page, test } from '@playwright/test';
import { chromiumArguments } from '../../tools/browser.mjs';
import { field, fillPolicy, fillRest, typeInto } from './support/claim.ts';
import { freshPhone, nextButton } from './support/journey.ts';
import { blockThirdPartyCookies, resolverRules, startTwoSites, type TwoSites } from './support/twoSites.ts';

const executable = process.env['CHROMIUM_PATH'];
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: { args: [...chromiumArguments, resolverRules], ...(executable ? { executablePath: executable } : {}) },
});

const head =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Partner</title>';

let sites: TwoSites;
test.beforeAll(async () => {
  sites = await startTwoSites((origin) => ({
    '/': `${head}<h1>Partner</h1><hakbang-flow src="${origin('claims')}" flow="claim" label="Your claim"></hakbang-flow>
      <script src="/listen.js"></script><script src="${origin('claims')}/embed.js" defer></script>`,
    '/listen.js': `window.events = [];
      for (const name of ['ready', 'step', 'height', 'complete', 'blocked'])
        addEventListener('hakbang-' + name, ({ detail }) => events.push({ name, ...detail }));`,
    '/react': `${head}<div id="root" data-server="${origin('claims')}"></div><script src="/partner.js" defer></script>`,
    '/probe': `${head}<iframe title="Probe" src="${origin('claims')}/probe"></iframe>`,
  }));
});
test.afterAll(() => sites.stop());

interface Heard {
  name: string;
  step?: string;
  heightPx?: number;
}
const heard = (page: Page) => page.evaluate(() => (window as unknown as { events: Heard[] }).events);
const eventsOf = async (page: Page, name: string) => (await heard(page)).filter((event) => event.name === name);

async function flowIn(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('[data-state="ready"] iframe')).contentFrame();
  if (!frame) throw new Error('The page shows no frame.');
  return frame;
}

async function logIn(at: Page | Frame): Promise<void> {
  const phone = freshPhone();
  await at.waitForURL('**/start');
  await at.locator('main button').first().click();
  await typeInto(at, 'phone', phone);
  await field(at, 'privacyAccepted').getByRole('checkbox').check();
  await nextButton(at).click();
  await at.waitForURL('**/verifyCode');
  await typeInto(at, 'code', await sites.server.lastCode(phone));
  await at.waitForURL('**/policy');
}

test('R15 with third-party cookies blocked, a claim is filled in a page of another site, and a reload keeps it', async ({ page }) => {
  await blockThirdPartyCookies(page);
  await page.goto(`${sites.origin('partner')}/probe`);
  await expect(page.frameLocator('iframe').locator('body')).toHaveText('cookies: partitioned=1');

  await page.goto(sites.origin('partner'));
  await expect(page.getByTitle('Your claim')).toBeVisible();
  const frame = await flowIn(page);
  await logIn(frame);
  await fillPolicy(frame);
  await expect.poll(async () => (await eventsOf(page, 'step')).map(({ step }) => step)).toEqual(['policy', 'incident']);
  const cookies = await page.context().cookies(sites.origin('claims'));
  const session = cookies.find(({ name }) => name.endsWith('session'));
  expect(session).toMatchObject({ name: '__Host-embed-session', httpOnly: true, secure: true, sameSite: 'None' });

  // Only messages of this frame from this origin count.
  const forged = await page.evaluate(
    ([claims, partner]) => {
      const frame = document.querySelector('iframe')?.contentWindow ?? null;
      const send = (origin: string | undefined, source: Window | null) =>
        dispatchEvent(new MessageEvent('message', { data: { hakbang: { type: 'complete' } }, origin: origin ?? '', source }));
      const count = () => (self as unknown as { events: Heard[] }).events.filter(({ name }) => name === 'complete').length;
      send(claims, self);
      send(partner, frame);
      send('null', frame);
      const before = count();
      send(claims, frame);
      return [before, count()];
    },
    [sites.origin('claims'), sites.origin('partner')],
  );
  expect(forged).toEqual([0, 1]);

  // The frame is as high as its content, so nothing in it scrolls.
  await expect.poll(() => frame.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);

  await page.reload();
  const again = await flowIn(page);
  await again.waitForURL('**/incident');
  await again.evaluate(() => location.reload());
  await expect(field(again, 'story')).toBeVisible();
  expect(new URL(again.url()).pathname).toBe('/embed/claim/incident');

  // A window does not share the session of the frame.
  const opened = await page.context().newPage();
  await opened.goto(`${sites.origin('claims')}/incident`);
  await opened.waitForURL('**/start');
});

test('R15 the React component shows the flow in the language asked for, and hears its completion', async ({ page }) => {
  await blockThirdPartyCookies(page);
  await page.goto(`${sites.origin('partner')}/react`);
  await expect((await flowIn(page)).getByRole('button', { name: 'Mag-file ng claim' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  const frame = await flowIn(page);
  await expect(frame.getByRole('button', { name: 'Make a claim' })).toBeVisible();
  await logIn(frame);
  await fillPolicy(frame);
  await fillRest(frame, 'water');
  await frame.getByRole('button', { name: 'Send claim' }).click();
  await frame.waitForURL('**/home');
  const events = page.getByRole('list', { name: 'Events' });
  await expect(events.getByRole('listitem').last()).toHaveText('complete');

  // A screen outside the flow opens in a window, with the session of a window.
  const opening = page.waitForEvent('popup');
  await frame.getByRole('button', { name: 'All your policies' }).click();
  const opened = await opening;
  await opened.waitForURL(`${sites.origin('claims')}/start`);
  await expect(frame.getByRole('heading', { name: 'Your claim is approved' })).toBeVisible();

  // The next visit shows the status of the claim.
  await page.reload();
  await (await flowIn(page)).waitForURL('**/embed/claim/home');
});

test('R15 a site that is not listed gets no frame, and its visitors a window', async ({ page }) => {
  await page.goto(sites.origin('stranger'));
  await expect(page.frameLocator('iframe').locator('#root')).toHaveCount(0);
  const opening = page.waitForEvent('popup', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Open the form' }).click({ timeout: 20_000 });
  const opened = await opening;
  await opened.waitForURL('**/start');
  await expect(opened.locator('main button').first()).toBeVisible();
  expect(await heard(page)).toEqual([{ name: 'blocked' }]);
});

test('R15 a browser that keeps nothing for the frame gets a window, and the page hears of its completion', async ({ page }) => {
  await page.addInitScript(() => {
    if (parent !== self)
      Object.defineProperty(self, 'localStorage', {
        get: () => {
          throw new DOMException('', 'SecurityError');
        },
      });
  });
  await page.goto(sites.origin('partner'));
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open the form' }).click();
  await expect(page.locator('iframe')).toBeHidden();
  const opened = await opening;
  await logIn(opened);
  await fillPolicy(opened);
  await expect.poll(async () => (await eventsOf(page, 'step')).map(({ step }) => step)).toEqual(['policy', 'incident']);
  await fillRest(opened, 'water');
  await opened.getByRole('button', { name: 'Send claim' }).click();
  await opened.waitForURL('**/home');
  await expect.poll(() => eventsOf(page, 'complete')).toHaveLength(1);
});
