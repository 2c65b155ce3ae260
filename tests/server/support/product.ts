import sharp from 'sharp';
import { readSources } from '../../../engine/cli/sources.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import type { Manifest, Part, SourceFile } from '../../../engine/compiler/types.ts';
import type { Deps } from '../../../server/platform/deps.ts';
import { beginSession, tokenHeader } from '../../../server/platform/sessions/sessions.ts';
import { findOrRegister } from '../../../server/platform/customer/customers.ts';
import { compressPart } from '../../../server/platform/release/compress.ts';
import { databaseReleases } from '../../../server/platform/release/databaseTable.ts';
import { pinnedReleases } from '../../../server/product/loans/pinned.ts';
import { releaseService, type PolledReleaseService } from '../../../server/platform/release/service.ts';
import type { ReleaseTable, StoredPart } from '../../../server/platform/release/types.ts';
import { root } from '../../support/root.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { releaseOf } from '../../support/compiled.ts';
import type { LoggedIn } from './login.ts';

let shipped: readonly SourceFile[] | undefined;

/** The shipped configuration, cached because it does not change while tests run. */
export const shippedFiles = (): readonly SourceFile[] => (shipped ??= readSources(root));

/** A copy of files with one of them changed as JSON. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the JSON is
export function edited<T>(files: readonly SourceFile[], path: string, change: (value: T) => void): SourceFile[] {
  return files.map((file) => {
    if (file.path !== path) return file;
    const value = JSON.parse(file.text) as T;
    change(value);
    return { path, text: JSON.stringify(value, null, 2) };
  });
}

/** Brotli quality for parts that live only as long as a test. */
const quickQuality = 1;
const compressed = new Map<string, Promise<StoredPart>>();

/** Caches compressed parts by name. A name is a hash, so the next test's database gets the same bytes. */
function compressOnce(part: Part): Promise<StoredPart> {
  const known = compressed.get(part.name) ?? compressPart(part, quickQuality);
  compressed.set(part.name, known);
  return known;
}

export interface ProductApp extends TestApp {
  table: ReleaseTable;
  releases: PolledReleaseService;
  /** Compiles, stores and activates a release. The node picks it up at once. */
  publish(files: readonly SourceFile[]): Promise<Manifest>;
}

/** Starts the whole application with a compiled configuration in the release table, by default the shipped one. */
export async function startProduct(
  options: Omit<TestAppOptions, 'releases'> & { files?: readonly SourceFile[]; registry?: Registry } = {},
): Promise<ProductApp> {
  const first = await releaseOf(options.files ?? shippedFiles(), options.registry);
  let table!: ReleaseTable;
  let releases!: PolledReleaseService;
  const makeReleases = async ({ db, log }: Omit<Deps, 'releases'>) => {
    table = databaseReleases(db, { compress: compressOnce });
    await table.save(first, 'test');
    await table.activate(first.hash, 'test', 'seed');
    const pinned = () => pinnedReleases(db);
    releases = await releaseService({ table, fits: () => [], pinned, warn: (message, details) => log.warn(details, message), pollMs: 0 });
    return releases;
  };
  const server = await startTestApp({ ...options, releases: makeReleases });
  const publish = async (files: readonly SourceFile[]) => {
    const release = await releaseOf(files, options.registry);
    await table.save(release, 'test');
    await table.activate(release.hash, 'test', 'publish');
    await releases.refresh();
    return release.manifest;
  };
  return { ...server, table, releases, publish };
}

let nextPhone = 9_170_000_000;

/** A borrower with a session. Skips the login, whose limits on codes are tested elsewhere. */
export async function newBorrower({ deps }: TestApp, national = String(nextPhone++)): Promise<LoggedIn> {
  const phone = { national, callingCode: '63', e164: `+63${national}` };
  const { id } = await deps.db.transaction().execute((tx) => findOrRegister(deps, tx, phone, 'en'));
  return { customerId: id, phone: national, headers: await sessionFor(deps, id) };
}

/** Headers of a new session of a customer, because a session idles out when the clock moves. */
export async function sessionFor(deps: Deps, customerId: string): Promise<LoggedIn['headers']> {
  const secrets = await beginSession(deps, customerId);
  return { cookie: `${deps.settings.secure ? '__Host-session' : 'session'}=${secrets.id}`, [tokenHeader]: secrets.token };
}

/** A picture of one colour: too blurred for an ID photo or a selfie. */
export const plainPhoto = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A unique photo that meets the limits of every purpose. It is made of noise, which is never blurred. */
export const freshPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#67a', noise: { type: 'gaussian', mean: 128, sigma: 15 } } })
    .jpeg({ quality: 60 })
    .toBuffer();

let sharpPhoto: Promise<Buffer> | undefined;

/** One such photo, cached. A photo that was sent back needs a fresh one. */
export const photo = (): Promise<Buffer> => (sharpPhoto ??= freshPhoto());

/** A multipart body with a purpose and one file. */
export function multipart(
  purpose: string,
  bytes: Uint8Array,
  filename = 'photo.jpg',
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'hakbang-test-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export async function upload(server: TestApp, who: LoggedIn, purpose: string, bytes?: Uint8Array) {
  const { payload, headers } = multipart(purpose, bytes ?? (await photo()));
  return server.app.inject({ method: 'POST', url: '/api/files', payload, headers: { ...who.headers, ...headers } });
}
