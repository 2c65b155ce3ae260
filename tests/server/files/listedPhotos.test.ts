import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { sweepFiles } from '../../../server/platform/files/service.ts';
import { withListedPhotos } from '../../support/listedPhoto.ts';
import { journey, type Journey } from '../support/journey.ts';
import { edited, newBorrower, shippedFiles, startProduct, upload, type ProductApp } from '../support/product.ts';

function filesWithPhotos(): readonly SourceFile[] {
  let files = shippedFiles();
  withListedPhotos((path, each) => (files = edited(files, path, each)));
  return files;
}

let server: ProductApp;
let borrower: Journey;
beforeAll(async () => {
  server = await startProduct({ files: filesWithPhotos() });
  borrower = await journey(server, await newBorrower(server));
});
afterAll(() => server.close());

const uploaded = async (who: Pick<Journey, 'headers'>, purpose = 'contactPicture') => {
  const answer = await upload(server, who as Journey, purpose);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ fileId: string }>().fileId;
};

test('R05 R12 the server holds a photo inside a list item to its owner and its purpose, and keeps it', async () => {
  await borrower.walkTo('contact');
  const sound = (await borrower.soundAnswers('contact')) as { contacts: object[] };
  const withPicture = (picture: string) => ({
    ...sound,
    contacts: sound.contacts.map((item, at) => (at === 1 ? { ...item, picture } : item)),
  });
  const problems = async (picture: string) => (await borrower.put('contact', withPicture(picture))).json<{ problems: object[] }>().problems;
  const refused = [{ code: 'required', path: '/contacts/1/picture' }];

  expect(await problems(await uploaded(await newBorrower(server)))).toEqual(refused);
  expect(await problems(await uploaded(borrower, 'selfie'))).toEqual(refused);
  expect(await problems('nothing')).toEqual(refused);

  const kept = await uploaded(borrower);
  const unused = await uploaded(borrower);
  await borrower.save('contact', withPicture(kept));
  await server.deps.db
    .updateTable('files')
    .set({ created_at: new Date('2020-01-01') })
    .execute();
  await sweepFiles(server.deps);
  const rows = await server.deps.db.selectFrom('files').select('id').where('id', 'in', [kept, unused]).execute();
  expect(rows).toEqual([{ id: kept }]);
});
