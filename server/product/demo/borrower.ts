import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { FormSchema } from '../../../engine/config/form.ts';
import type { Loan } from '../../contract/loans.ts';
import type { LoanDraft, LoanOffer } from '../../contract/offers.ts';
import type { Repayment } from '../../contract/repayments.ts';
import type { FlowSnapshot } from '../../contract/schemas.ts';
import type { SmsSandbox } from '../../ports/smsSandbox.ts';
import { tokenHeader } from '../../platform/sessions/sessions.ts';
import { demoClient } from './client.ts';
import { demoDevice } from './device.ts';
import type { Past } from './past.ts';
import { ownAnswers, type DemoPerson } from './people.ts';
import { demoPhoto, type DemoPhoto } from './photo.ts';

/** The sandbox's providers settle within seconds, so a minute without a result is a failure. */
const settledAfterSeconds = 60;
const pollEverySeconds = 5;
const usualCents = 500_000;

/** The actions of a demo borrower, through the API as a browser would call it. */
export interface DemoBorrower {
  /** Answers the first `steps` steps of the application; by default all of them. */
  fill(steps?: number): Promise<void>;
  submit(): Promise<void>;
  /** Staff decide on the application some time after it was submitted. */
  beDecided(decision: object): Promise<void>;
  /** Borrows 5,000 pesos, or the whole limit if smaller, for this term, and waits until the loan is paid out. */
  withdraw(termDays: number): Promise<void>;
  /** Settles the loan. */
  repay(): Promise<void>;
}

/** Registers a phone number with the code from its SMS. */
export async function registerDemo(past: Past, person: DemoPerson): Promise<DemoBorrower> {
  const { call, headers } = demoClient(past);
  const device = demoDevice(call);
  await logIn();

  async function logIn(): Promise<void> {
    const { phone } = person;
    const { challengeId } = await call<{ challengeId: string }>('POST', '/api/auth/codes', { json: { phone, privacyAccepted: true } });
    const code = codeSentTo(past.deps.ports.sms as SmsSandbox, phone);
    const { token } = await call<{ token: string }>('POST', '/api/auth/sessions', { json: { challengeId, code } });
    headers[tokenHeader] = token;
  }

  async function upload(purpose: DemoPhoto): Promise<string> {
    const form = new FormData();
    form.append('purpose', purpose);
    form.append('file', new Blob([new Uint8Array(await demoPhoto(purpose))], { type: 'image/jpeg' }), `${purpose}.jpg`);
    return (await call<{ fileId: string }>('POST', '/api/files', { multipart: form })).fileId;
  }

  async function answersOf(form: string): Promise<FormAnswers> {
    const answers = await exampleOf(past.deps.settings.configDir, form, form === 'work' ? person.work : undefined);
    const own = Object.entries(ownAnswers(person)[form] ?? {}).filter(([field]) => field in answers);
    if ('idPhoto' in answers) answers['idPhoto'] = await upload('idPhoto');
    if ('photo' in answers) answers['photo'] = await upload('selfie');
    return { ...answers, ...Object.fromEntries(own) };
  }

  async function until(done: () => Promise<boolean>): Promise<void> {
    for (let seconds = 0; seconds < settledAfterSeconds; seconds += pollEverySeconds) {
      await past.pass(pollEverySeconds);
      if (await done()) return;
    }
    throw new Error(`demo: ${person.firstName} waits for a provider`);
  }

  const loan = () => call<Loan>('GET', '/api/loans/current');

  return {
    async fill(steps = Infinity) {
      let snapshot = await call<FlowSnapshot>('GET', '/api/flows/onboarding');
      for (let count = 0; count < steps && snapshot.position.step; count += 1) {
        const { id, form } = snapshot.position.step;
        const { release, revision } = snapshot;
        const answers = form === undefined ? {} : await answersOf(form);
        await device.change(id, Object.keys(answers));
        const saved = await call<{ snapshot: FlowSnapshot }>('PUT', `/api/flows/onboarding/steps/${id}`, {
          json: { release, answers },
          headers: { 'if-match': `"${revision}"` },
        });
        snapshot = saved.snapshot;
      }
      const { step } = snapshot.position;
      if (step?.form !== undefined) await device.leave(step.id, Object.keys(await exampleOf(past.deps.settings.configDir, step.form)));
    },
    submit: async () => void (await call('POST', '/api/applications', { json: {} })),
    async beDecided(decision) {
      await logIn();
      const { id } = await call<{ id: string }>('GET', '/api/applications/current');
      await call('POST', `/dev/applications/${id}/decide`, { json: decision });
    },
    async withdraw(termDays) {
      const [product] = (await call<LoanOffer>('GET', '/api/loans/offer')).products;
      if (!product) throw new Error(`demo: nothing is offered to ${person.firstName}`);
      const choice = { productId: product.id, amountCents: Math.min(usualCents, product.maxCents), termDays };
      const { loanId, disclosureHash, nonce, signature } = await call<LoanDraft>('POST', '/api/loans', { json: choice });
      const typed = signature === 'valid' ? {} : { signature: { typedName: `${person.firstName} ${person.lastName}` } };
      await call('POST', `/api/loans/${loanId}/withdrawal`, { json: { disclosureHash, nonce, ...typed } });
      await until(async () => (await loan()).state === 'active');
    },
    async repay() {
      await logIn();
      const { id, payoffCents } = await loan();
      const payment = { loanId: id, kind: 'full', expectedCents: payoffCents };
      const { id: repaymentId } = await call<Repayment>('POST', '/api/repayments', { json: payment });
      await until(async () => (await call<Repayment>('GET', `/api/repayments/${repaymentId}`)).state === 'success');
    },
  };
}

/** Examples of a form are valid: the compiler checks them. */
async function exampleOf(configDir: string, form: string, index = 0): Promise<FormAnswers> {
  const schema = JSON.parse(await readFile(join(configDir, `schemas/forms/${form}.schema.json`), 'utf8')) as FormSchema;
  return { ...(schema.examples?.[index] ?? schema.examples?.[0]) };
}

function codeSentTo({ outbox }: SmsSandbox, phone: string): string {
  return /\b\d{4,8}\b/.exec(outbox.find(({ to }) => to.endsWith(phone))?.text ?? '')?.[0] ?? '';
}
