import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ExportedWords } from '../../../contract/staff/studioWords.ts';
import { csvFile } from '../../csv.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../problem.ts';
import { type Grid, gridOf, needs, textAt } from './grid.ts';
import { filtered } from './list.ts';
import { versionOf } from './version.ts';

const pageSize = 500;

/** Texts of one language for a translator. */
interface Exported {
  key: string;
  screens: string;
  source: string;
  target: string;
  version: string;
}

async function exported(deps: Deps, { id, language, ...filter }: ExportedWords): Promise<{ grid: Grid; rows: Exported[] }> {
  const grid = await gridOf(deps, id);
  const known = grid.languages.find(({ code }) => code === language) ?? fail('notFound');
  const keys = await filtered(deps, id, grid, { ...filter, language });
  const rows = keys
    .filter((key) => needs(known, key, grid))
    .map((key) => ({
      key,
      screens: grid.screensOf(key).join(', '),
      source: textAt(grid.now, grid.main, key),
      target: textAt(grid.now, language, key),
      version: versionOf(grid, key, language),
    }));
  return { grid, rows };
}

const named = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply.type(`${type}; charset=utf-8`).header('content-disposition', `attachment; filename="${name}"`);

export async function wordsAsCsv(deps: Deps, input: ExportedWords, reply: FastifyReply): Promise<Readable> {
  const { grid, rows } = await exported(deps, input);
  const isMain = input.language === grid.main;
  async function* pages() {
    for (let at = 0; at < rows.length; at += pageSize)
      yield rows
        .slice(at, at + pageSize)
        .map(({ key, screens, source, target, version }) => [key, screens, ...(isMain ? [] : [source]), target, version]);
  }
  named(reply, 'text/csv', `words-${input.language}.csv`);
  return Readable.from(csvFile(['key', 'screens', ...(isMain ? [] : [grid.main]), input.language, 'version'], pages()));
}

export async function wordsAsXliff(deps: Deps, input: ExportedWords, reply: FastifyReply): Promise<Readable> {
  const { grid, rows } = await exported(deps, input);
  named(reply, 'application/xliff+xml', `words-${input.language}.xlf`);
  return Readable.from(xliff(grid, input.language, rows));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML 1.0, and drops control characters that XML forbids. */
const escaped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- XML forbids these characters
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (each) => entities[each] ?? each);

function* xliff({ main, sources }: Grid, language: string, rows: readonly Exported[]): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${escaped(main)}" trgLang="${escaped(language)}">\n`;
  yield `<file id="words" original="${escaped(sources.application)}">\n`;
  for (const [index, { key, screens, source, target, version }] of rows.entries()) {
    const [state, translation] =
      target === '' ? ['initial', ''] : ['translated', `<target xml:space="preserve">${escaped(target)}</target>`];
    const note = screens === '' ? '' : `<note category="screens">${escaped(screens)}</note>`;
    yield (
      `<unit id="u${index + 1}" name="${escaped(key)}"><notes>${note}<note category="version">${version}</note></notes>` +
        `<segment state="${state}"><source xml:space="preserve">${escaped(source)}</source>${translation}</segment></unit>\n`
    );
  }
  yield '</file>\n</xliff>\n';
}
