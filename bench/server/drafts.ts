import sharp from 'sharp';
import type { SourceFile } from '../../engine/compiler/types.ts';
import { type Borrower, headersOf } from '../product/borrower.ts';

/** A step that can be saved repeatedly. */
export interface Draft {
  path: string;
  of(index: number): { body: string; revision: number };
}

interface Snapshot {
  release: string;
  revision: number;
  position: { step?: { id: string; form?: string; route: string } };
}

export const flow = 'onboarding';

/** Returns the JSON of a URL. Throws unless the request succeeds. */
export async function ask<T>(address: string, init: RequestInit): Promise<T> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${(await response.text()).slice(0, 400)}`);
  return (await response.json()) as T;
}

const snapshotOf = (origin: string, borrower: Borrower) => ask<Snapshot>(`${origin}/api/flows/${flow}`, { headers: headersOf(borrower) });

/** Uploads a small photo like the photo widget. Returns its id. */
async function upload(origin: string, borrower: Borrower, purpose: string): Promise<string> {
  const body = new FormData();
  body.set('purpose', purpose);
  body.set('file', new Blob([new Uint8Array(await smallPhoto())], { type: 'image/jpeg' }), 'photo.jpg');
  const { fileId } = await ask<{ fileId: string }>(`${origin}/api/files`, { method: 'POST', headers: headersOf(borrower), body });
  return fileId;
}

/** Small, sharp enough for every purpose, and encoded once, so that the benchmark does not measure encoding. */
let photo: Promise<Buffer> | undefined;
const smallPhoto = () =>
  (photo ??= sharp({
    create: { width: 640, height: 480, channels: 3, background: '#88aa99', noise: { type: 'gaussian', mean: 128, sigma: 15 } },
  })
    .jpeg()
    .toBuffer());

interface FieldLayout {
  'ui:widget'?: string;
  'ui:options'?: { purpose?: string };
}

/** Parses a project file. */
export function jsonOf(files: readonly SourceFile[], path: string): unknown {
  const file = files.find((each) => each.path === path);
  if (!file) throw new Error(`${path} is missing.`);
  return JSON.parse(file.text);
}

/** The form's own example, with photos that belong to the borrower. */
async function answersFor(origin: string, borrower: Borrower, files: readonly SourceFile[], form: string): Promise<object> {
  const { examples } = jsonOf(files, `schemas/forms/${form}.schema.json`) as { examples?: object[] };
  const { fields } = jsonOf(files, `schemas/forms/${form}.ui.json`) as { fields: Record<string, FieldLayout> };
  const answers: Record<string, unknown> = { ...examples?.[0] };
  for (const [name, layout] of Object.entries(fields)) {
    const purpose = layout['ui:options']?.purpose;
    if (layout['ui:widget'] === 'photo' && name in answers && purpose) answers[name] = await upload(origin, borrower, purpose);
  }
  return answers;
}

/** Saves the borrower's current step with the form's example. Returns the next position. */
export async function saveNext(
  origin: string,
  borrower: Borrower,
  files: readonly SourceFile[],
): Promise<{ route: string; answers: object; step: string; release: string; revision: number }> {
  const snapshot = await snapshotOf(origin, borrower);
  const { id: step, form, route } = snapshot.position.step ?? {};
  if (!step || !form || !route) throw new Error('The borrower has no open form.');
  const answers = await answersFor(origin, borrower, files, form);
  const { revision } = await save(origin, borrower, snapshot, answers);
  return { step, route, answers, release: snapshot.release, revision };
}

const save = (origin: string, borrower: Borrower, { release, revision, position }: Snapshot, answers: object) =>
  ask<{ revision: number; snapshot: Snapshot }>(`${origin}/api/flows/${flow}/steps/${position.step?.id}`, {
    method: 'PUT',
    headers: { ...headersOf(borrower), 'content-type': 'application/json', 'if-match': `"${revision}"` },
    body: JSON.stringify({ release, answers }),
  });

/** Answers every remaining step with the forms' examples, except for the borrower's own data. */
export async function complete(
  origin: string,
  borrower: Borrower,
  files: readonly SourceFile[],
  own: Readonly<Record<string, object>>,
): Promise<void> {
  let snapshot = await snapshotOf(origin, borrower);
  while (snapshot.position.step) {
    const { form } = snapshot.position.step;
    const answers = form === undefined ? {} : { ...(await answersFor(origin, borrower, files, form)), ...own[form] };
    snapshot = (await save(origin, borrower, snapshot, answers)).snapshot;
  }
}

/** Saves each borrower's first step once, so that it can be saved again under load. */
export async function prepareDrafts(origin: string, borrowers: readonly Borrower[], files: readonly SourceFile[]): Promise<Draft> {
  const saved: Awaited<ReturnType<typeof saveNext>>[] = [];
  for (const borrower of borrowers) saved.push(await saveNext(origin, borrower, files));
  return {
    path: `/api/flows/${flow}/steps/${saved[0]?.step}`,
    of: (index) => {
      const own = saved[index];
      if (!own) throw new Error('There are fewer borrowers than connections.');
      return { body: JSON.stringify({ release: own.release, answers: own.answers }), revision: own.revision };
    },
  };
}
