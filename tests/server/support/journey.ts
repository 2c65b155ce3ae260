import { readFile } from 'node:fs/promises';
import type { LightMyRequestResponse } from 'fastify';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { FormSchema } from '../../../engine/config/form.ts';
import type { Snapshot } from '../../../server/platform/flows/snapshot.ts';
import { root } from '../../support/root.ts';
import type { LoggedIn } from './login.ts';
import { freshPhoto, upload, type ProductApp } from './product.ts';

/** One borrower on the way through the onboarding flow, over HTTP. */
export interface Journey extends LoggedIn {
  snapshot: Snapshot;
  get(): Promise<Snapshot>;
  /** PUTs a step at the current revision and returns any response. */
  put(
    step: string,
    answers: FormAnswers,
    more?: { kept?: string[]; skip?: true; revision?: number; key?: string },
  ): Promise<LightMyRequestResponse>;
  /** The same, expecting success. */
  save(step: string, answers: FormAnswers, kept?: string[]): Promise<Snapshot>;
  /** Goes through every step up to, but not including, this one with valid answers. */
  walkTo(step: string, overrides?: Record<string, FormAnswers>): Promise<Snapshot>;
  /** An example of the form, with uploaded photos; {} if there is no example of that number. */
  soundAnswers(form: string, example?: number): Promise<FormAnswers>;
  submit(key?: string): Promise<LightMyRequestResponse>;
}

export async function journey(server: ProductApp, who: LoggedIn): Promise<Journey> {
  const url = '/api/flows/onboarding';
  const self: Journey = {
    ...who,
    snapshot: undefined as never,
    async get() {
      const answer = await server.app.inject({ method: 'GET', url, headers: self.headers });
      self.snapshot = answer.json<Snapshot>();
      return self.snapshot;
    },
    put: (step, answers, { kept, skip, revision = self.snapshot.revision, key } = {}) =>
      server.app.inject({
        method: 'PUT',
        url: `${url}/steps/${step}`,
        payload: { release: self.snapshot.release, answers, ...(kept ? { kept } : {}), ...(skip ? { skip } : {}) },
        headers: { ...self.headers, 'if-match': `"${revision}"`, ...(key ? { 'idempotency-key': key } : {}) },
      }),
    async save(step, answers, kept) {
      const answer = await self.put(step, answers, kept ? { kept } : {});
      if (answer.statusCode !== 200) throw new Error(`${step}: ${answer.statusCode} ${answer.body}`);
      self.snapshot = answer.json<{ snapshot: Snapshot }>().snapshot;
      return self.snapshot;
    },
    async walkTo(step, overrides = {}) {
      for (let at = self.snapshot.position.step; at && at.id !== step; at = self.snapshot.position.step) {
        await self.save(at.id, at.form === undefined ? {} : { ...(await self.soundAnswers(at.form)), ...overrides[at.form] });
      }
      return self.snapshot;
    },
    soundAnswers: async (form, example) => withPhotos(server, self, await exampleOf(form, example)),
    submit: (key) =>
      server.app.inject({
        method: 'POST',
        url: '/api/applications',
        payload: {},
        headers: { ...self.headers, ...(key ? { 'idempotency-key': key } : {}) },
      }),
  };
  await self.get();
  return self;
}

/** The examples of a shipped form are valid by definition, because the compiler checks them. */
async function exampleOf(form: string, index = 0): Promise<FormAnswers> {
  const text = await readFile(`${root}/schemas/forms/${form}.schema.json`, 'utf8');
  return (JSON.parse(text) as FormSchema).examples?.[index] ?? {};
}

/** Replaces an example's photos, which do not exist, with uploaded ones; after a send-back, with different ones. */
async function withPhotos(server: ProductApp, who: Journey, answers: FormAnswers): Promise<FormAnswers> {
  const isSentBack = who.snapshot.corrections.length > 0;
  const photos: [string, string][] = [
    ['idPhoto', 'idPhoto'],
    ['photo', 'selfie'],
  ];
  for (const [field, purpose] of photos) {
    if (field in answers)
      answers[field] = (await upload(server, who, purpose, isSentBack ? await freshPhoto() : undefined)).json<{ fileId: string }>().fileId;
  }
  return answers;
}
