import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, APIResponse, BrowserContext, Page } from '@playwright/test';
import type { FlowSnapshot } from '../../../server/contract/schemas.ts';
import { root } from '../../support/root.ts';
import { exampleOf, ownNumbers, photo } from './fill.ts';
import { freshPhone, onboarding } from './journey.ts';
import type { RunningServer } from './server.ts';

const storageKey = (JSON.parse(readFileSync(join(root, 'flows/settings.json'), 'utf8')) as { storageKey: string }).storageKey;

/** A borrower who calls the API directly. Tests use it to query the server and to reach a late screen quickly. */
export interface ApiBorrower {
  phone: string;
  get(path: string): Promise<APIResponse>;
  post(path: string, data?: object): Promise<APIResponse>;
  /** @param flow default: the onboarding */
  saveStep(step: string, answers: Record<string, unknown>, kept?: string[], flow?: string): Promise<APIResponse>;
  skipStep(step: string): Promise<APIResponse>;
  snapshot(): Promise<FlowSnapshot>;
  /**
   * Saves every step from `from` (default: the first) up to, but not including, `step`, with the examples of its form. `answers` of a form
   * replace its example.
   */
  reach(step: string, answers?: Record<string, Record<string, unknown>>, options?: { from?: string }): Promise<void>;
  upload(purpose: string): Promise<string>;
  submit(): Promise<APIResponse>;
  /** Logs the pages of the context in as this borrower. */
  enter(context: BrowserContext): Promise<void>;
}

/** Registers a number with the code from its SMS. The request's own cookie jar, which it shares with its context, gets the cookie. */
export async function registerByApi(request: APIRequestContext, server: RunningServer, phone = freshPhone()): Promise<ApiBorrower> {
  const sent = await request.post(`${server.url}/api/auth/codes`, { data: { phone, privacyAccepted: true } });
  if (!sent.ok()) throw new Error(`No code: ${await sent.text()}`);
  const { challengeId } = (await sent.json()) as { challengeId: string };
  const opened = await request.post(`${server.url}/api/auth/sessions`, { data: { challengeId, code: await server.lastCode(phone) } });
  if (!opened.ok()) throw new Error(`No session: ${await opened.text()}`);
  const { customerId, token } = (await opened.json()) as { customerId: string; token: string };
  const headers = { 'x-hakbang-token': token };
  const call = (path: string) => `${server.url}${path}`;

  const snapshot = async (flow = onboarding.id) =>
    (await (await request.get(call(`/api/flows/${flow}`), { headers })).json()) as FlowSnapshot;
  const upload = async (purpose: string) => {
    const response = await request.post(call(`/api/files`), {
      headers,
      multipart: { purpose, file: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() } },
    });
    if (!response.ok()) throw new Error(`Not uploaded: ${await response.text()}`);
    return ((await response.json()) as { fileId: string }).fileId;
  };
  const put = async (step: string, submitted: object, flow = onboarding.id) => {
    const { revision, release } = await snapshot(flow);
    return request.put(call(`/api/flows/${flow}/steps/${step}`), {
      headers: { ...headers, 'if-match': `"${revision}"`, 'idempotency-key': crypto.randomUUID(), 'x-release': release },
      data: { release, ...submitted },
    });
  };
  const saveStep = (step: string, answers: Record<string, unknown>, kept: string[] = [], flow?: string) =>
    put(step, { answers, ...(kept.length > 0 ? { kept } : {}) }, flow);
  const answersOf = async (form: string) => {
    const answers = exampleOf(form);
    if ('idPhoto' in answers) answers['idPhoto'] = await upload('idPhoto');
    if ('photo' in answers) answers['photo'] = await upload('selfie');
    return answers;
  };

  return {
    phone,
    snapshot,
    upload,
    saveStep,
    skipStep: (step) => put(step, { answers: {}, skip: true }),
    get: (path) => request.get(call(path), { headers }),
    post: (path, data = {}) => request.post(call(path), { headers: { ...headers, 'idempotency-key': crypto.randomUUID() }, data }),
    submit: () => request.post(call('/api/applications'), { headers: { ...headers, 'idempotency-key': crypto.randomUUID() }, data: {} }),
    reach: async (until, own = {}, { from = onboarding.steps[0]?.id } = {}) => {
      const numbers = ownNumbers();
      const first = onboarding.steps.findIndex(({ id }) => id === from);
      for (const step of onboarding.steps.slice(first)) {
        if (step.id === until) return;
        const response = await saveStep(
          step.id,
          step.form ? { ...(await answersOf(step.form)), ...numbers[step.form], ...own[step.form] } : {},
        );
        if (!response.ok()) throw new Error(`${step.id}: ${await response.text()}`);
      }
    },
    enter: async (context) => {
      await context.addInitScript(
        ([key, publicData]) => {
          const held = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
          // An announcement would cover the screens of other tests (tests/e2e/content.spec.ts covers it).
          const closed = { couponDialogs: { ready: '2026-01-01' } };
          localStorage.setItem(key, JSON.stringify({ closed, ...held, publicData }));
        },
        [storageKey, { customerId, token, phone_number: '' }] as const,
      );
    },
  };
}

/** Opens a step of the onboarding as a new borrower. The earlier steps are answered through the API. */
export async function openAt(page: Page, server: RunningServer, step: string): Promise<ApiBorrower> {
  const borrower = await registerByApi(page.request, server);
  await borrower.reach(step);
  await borrower.enter(page.context());
  await page.goto(`${server.url}${onboarding.steps.find(({ id }) => id === step)?.route ?? '/homeIndex'}`);
  return borrower;
}
