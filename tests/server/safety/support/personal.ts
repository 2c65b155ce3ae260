import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { SourceFile } from '../../../../engine/compiler/types.ts';
import type { EnumSchema } from '../../../../engine/config/form.ts';
import { tokenHeader } from '../../../../server/platform/sessions/sessions.ts';
import type { ProductApp } from '../../support/product.ts';
import { mentions } from './mentions.ts';

/** Tables that are kept longer, or read by more people, than answers. They must not contain any answer. */
const traces = new Set([
  'audit_rows',
  'alarms',
  'jobs',
  'webhook_events',
  'loan_events',
  'application_events',
  'coupon_events',
  'easy_reloan_events',
  'appointment_events',
]);
/** Configuration. It contains examples, but no borrower's data. */
const ofNobody = new Set(['releases', 'release_parts', 'active_releases']);
/** Shorter values occur by chance in any long text. */
const shortestValue = 4;
/** Photo ids are opaque and need a session. */
const opaqueId = /^[\w-]{24}$/;

type Body = Record<string, unknown>;

/**
 * Records all that borrowers and staff send to an application, and the secrets that they receive. Then reports where a trace of it was left
 * (safety.md, "No personal data in logs").
 */
export class Personal {
  readonly #server: ProductApp;
  /** Enum codes, which thousands of people share. */
  readonly #common: ReadonlySet<string>;
  /** Values that must not be anywhere in plain text: encrypted or hashed data, and credentials. */
  readonly #secret = new Set<string>();
  /** Values allowed only in their own place: other answers, the data of a consent, the source of a request. */
  readonly #placed = new Set<string>();
  readonly #errorBodies: string[] = [];

  constructor(server: ProductApp, files: readonly SourceFile[]) {
    this.#server = server;
    this.#common = codesOfEnums(files);
    const inject = server.app.inject.bind(server.app);
    const listening = async (request: InjectOptions | string) => {
      const options = typeof request === 'string' ? { url: request } : request;
      await this.#hear(options);
      const answer = await inject(options);
      this.#hearAnswer(answer);
      return answer;
    };
    server.app.inject = listening as typeof server.app.inject;
  }

  /** Adds a value that was not part of a request, such as the number of somebody registered without the API. */
  keepSecret(value: string): void {
    if (value.length >= shortestValue) this.#secret.add(value);
  }

  /** Adds a number in all its spellings. */
  keepPhoneSecret(national: string): void {
    for (const written of [national, `0${national}`, `63${national}`]) this.keepSecret(written);
  }

  async #hear({ headers = {}, payload, remoteAddress }: InjectOptions): Promise<void> {
    if (remoteAddress !== undefined) this.#placed.add(remoteAddress);
    for (const [name, value] of Object.entries(headers)) this.#hearHeader(name, String(value));
    const body = bodyOf(payload);
    for (const name of ['phone', 'code', 'password', 'token']) if (typeof body[name] === 'string') this.#hearProof(name, body[name]);
    if (body['signature'] !== undefined) this.keepSecret(JSON.stringify(body['signature']).slice(0, 40));
    if (typeof body['answers'] === 'object') await this.#hearAnswers(body['answers'] as Body);
  }

  #hearHeader(name: string, value: string): void {
    const said = name.toLowerCase();
    if (said === 'cookie') for (const one of value.split('; ')) this.keepSecret(one.slice(one.indexOf('=') + 1));
    if (said === tokenHeader) this.keepSecret(value);
    if (said === 'authorization') this.keepSecret(value.replace(/^Bearer /, ''));
  }

  #hearProof(name: string, value: string): void {
    if (name === 'phone') this.keepPhoneSecret(value.replace(/^(\+63|0)/, ''));
    else this.keepSecret(value);
  }

  /** A field is sensitive if any form of the release marks a field of this name as sensitive. */
  async #hearAnswers(answers: Body): Promise<void> {
    const sensitive = await this.#sensitiveFields();
    for (const [field, value] of Object.entries(answers))
      for (const leaf of leavesOf(value)) {
        if (leaf.length < shortestValue || this.#common.has(leaf) || opaqueId.test(leaf)) continue;
        (sensitive.has(field) ? this.#secret : this.#placed).add(leaf);
      }
  }

  async #sensitiveFields(): Promise<ReadonlySet<string>> {
    const release = this.#server.deps.releases.active();
    const forms = await Promise.all(Object.keys(release.manifest.forms).map((id) => release.form(id)));
    const fields = forms.flatMap(({ module }) => Object.entries(module.fields));
    return new Set(fields.filter(([, { sensitive }]) => sensitive !== undefined).map(([name]) => name));
  }

  #hearAnswer(answer: LightMyRequestResponse): void {
    const session = answer.cookies.find(({ name }) => name.endsWith('session'));
    if (session?.value) this.keepSecret(session.value);
    if (answer.statusCode >= 400) this.#errorBodies.push(answer.body);
    else this.#hearProofOf(bodyOf(answer.body));
  }

  #hearProofOf(body: Body): void {
    if (typeof body['token'] === 'string') this.keepSecret(body['token']);
    if (typeof body['nonce'] === 'string') this.#placed.add(body['nonce']);
  }

  /** The places of leaked personal data, with kind and value (the data is made up); empty if none. */
  async leaks(): Promise<string[]> {
    // A login code starts its message. Elsewhere, eight digits may be a payment reference, which is no secret.
    for (const { text } of this.#server.sms.outbox) this.keepSecret(/^\d{8}\b/.exec(text)?.[0] ?? '');
    const all = [...this.#secret, ...this.#placed];
    const written: [place: string, text: string][] = [
      ...this.#server.log.map((line): [string, string] => ['the log', JSON.stringify(line)]),
      ...this.#errorBodies.map((body): [string, string] => ['an answer with an error', body]),
    ];
    const found = written.flatMap(([place, text]) => mentions(text, all).map((value) => `${place}: ${value} in ${text.slice(0, 300)}`));
    for (const table of await this.#tables()) {
      const values = traces.has(table) ? all : [...this.#secret];
      for (const text of await this.#rowsOf(table))
        found.push(...mentions(text, values).map((value) => `${table}: ${value} in ${text.slice(0, 300)}`));
    }
    return [...new Set(found)];
  }

  async #tables(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema() order by 1`.execute(
      this.#server.deps.db,
    );
    return rows.map(({ name }) => name).filter((name) => !ofNobody.has(name));
  }

  async #rowsOf(table: string): Promise<string[]> {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} as t`.execute(this.#server.deps.db);
    return rows.map(({ text }) => text);
  }
}

const codesOfEnums = (files: readonly SourceFile[]): ReadonlySet<string> =>
  new Set(files.filter(({ path }) => path.startsWith('schemas/enums/')).flatMap(({ text }) => (JSON.parse(text) as EnumSchema).enum));

/** The body of a request or response, if it is an object. */
function bodyOf(payload: unknown): Body {
  if (typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)) return payload as Body;
  try {
    const value = JSON.parse(String(payload)) as unknown;
    return typeof value === 'object' && value !== null ? (value as Body) : {};
  } catch {
    return {};
  }
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
