import { expect, test } from 'vitest';
import { type CsvCell, csvFile } from '../../server/platform/csv.ts';

async function fileOf(headings: string[], ...pages: CsvCell[][][]): Promise<string> {
  async function* all() {
    yield* pages;
  }
  let text = '';
  for await (const part of csvFile(headings, all())) text += part;
  return text;
}

test('a file has a line for each row and quotes what it must', async () => {
  const file = await fileOf(
    ['Name', 'Said'],
    [
      ['Ana', 'She said "no", twice'],
      ['Ben', 'two\nlines'],
    ],
    [['Eva', 12.5]],
  );
  expect(file).toBe('\uFEFF"Name","Said"\r\n"Ana","She said ""no"", twice"\r\n"Ben","two\nlines"\r\n"Eva",12.5\r\n');
});

test.each(['=1+1', '+63917', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=HYPERLINK("http://a";"b")'])(
  'a spreadsheet shows %j and does not run it',
  async (text) => {
    expect(await fileOf(['A'], [[text]])).toBe(`\uFEFF"A"\r\n"'${text.replaceAll('"', '""')}"\r\n`);
  },
);

test('a number stays a number, below zero too', async () => {
  expect(await fileOf(['A'], [[-5]])).toContain('\r\n-5\r\n');
});
