import { nearMiss } from '../../expression/index.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { allRoutes, isRoute } from '../names/routes.ts';
import type { SourceDocument } from '../project/document.ts';
import type { DocumentFile, Project } from '../project/project.ts';
import { figuresIn, otherFigure } from './figures.ts';
import { deadLinks, faultyRows, outlineOf, rowsIn } from './markdownShape.ts';
import { marksIn, unfinishedIn } from './marks.ts';
import { placeholdersOf } from './placeholders.ts';
import { wrongUnit } from './timeUnits.ts';
import { tongueOf, wrongLanguage } from './wrongLanguage.ts';

/** Checks one document without comparing it: conflict markers, tables, links, and its language. */
export function checkDocumentText(language: string, document: SourceDocument, project: Project): Located[] {
  const { text } = document;
  const at = (offset: number, finding: Omit<Finding, 'pointer'>): Located => ({ document, finding: { ...finding, pointer: '', offset } });
  const marks = marksIn(text).map(({ code, message, index }) => at(index, { code, message }));
  // Each line of a merge conflict would look like a separate fault.
  if (marks.length > 0) return marks;
  const why = wrongLanguage(text, tongueOf(language));
  const unfinished = unfinishedIn(text);
  const unit = wrongUnit(text, language);
  return [
    ...(unit ? [at(unit.index, { code: 'wrong-unit', message: unit.message })] : []),
    ...(unfinished ? [at(unfinished.index, { code: unfinished.code, message: unfinished.message })] : []),
    ...(why === undefined ? [] : [at(0, { code: 'wrong-language', message: `This document is not in "${language}": ${why}.` })]),
    ...faultyRows(text).map(({ offset, message }) => at(offset, { code: 'table-shape', message })),
    ...deadLinks(text, (address) => isRoute(project, address)).map(({ offset, message, address }) =>
      at(offset, { code: 'dead-link', message, ...(address !== undefined && nearMiss(address, allRoutes(project))) }),
    ),
  ];
}

/** Checks that each translation has the same headings, tables, links and figures as the main language. Reports the first difference. */
export function unlikeDocuments(documents: readonly DocumentFile[], main: string): Located[] {
  const mains = new Map(documents.filter(({ language }) => language === main).map(({ id, document }) => [id, document]));
  return documents.flatMap(({ id, language, document }): Located[] => {
    const other = mains.get(id);
    if (!other || language === main || document.text.trim() === '' || other.text.trim() === '') return [];
    const found = difference(document.text, other.text);
    return found === undefined ? [] : [{ document, finding: { ...found, message: `${found.message} (${other.path})`, pointer: '' } }];
  });
}

/** Finds a table row with different values than the same row in the other languages. */
export function unlikeRows(documents: readonly DocumentFile[], main: string): Located[] {
  return [...Map.groupBy(documents, ({ id }) => id).values()].flatMap((versions): Located[] => {
    const rows = versions.map((version) => ({ ...version, rows: rowsIn(version.document.text) }));
    const first = rows.find(({ language }) => language === main);
    if (!first || rows.some((each) => each.rows.length !== first.rows.length || namesIn(each) !== namesIn(first))) return [];
    return first.rows.flatMap(({ names }, index): Located[] => {
      const others = rows.filter((each) => each.rows[index]?.names !== names);
      if (others.length === 0) return [];
      // If all translations agree with one another, the main language is at fault.
      const [theirs] = others.map((each) => each.rows[index]?.names);
      const isMain = others.length > 1 && others.length === rows.length - 1 && others.every((each) => each.rows[index]?.names === theirs);
      return (isMain ? [first] : others).map((odd): Located => {
        const expected = isMain ? theirs : names;
        const message = `This row shows ${odd.rows[index]?.names || 'no value'}, and other languages show ${expected || 'none'}.`;
        return {
          document: odd.document,
          finding: { code: 'unlike-documents', pointer: '', offset: odd.rows[index]?.offset ?? 0, message },
        };
      });
    });
  });
}

/** A value that is missing from the whole document has its own finding. */
const namesIn = ({ document }: DocumentFile): string => [...placeholdersOf(document.text)].toSorted().join();

function difference(text: string, main: string): Omit<Finding, 'pointer'> | undefined {
  const [written, expected] = [outlineOf(text), outlineOf(main)];
  const names = { headings: 'headings of the levels', rows: 'tables with rows', links: 'links to' } as const;
  for (const part of Object.keys(names) as (keyof typeof names)[]) {
    if (written[part] === expected[part]) continue;
    const message = `This document has ${names[part]} ${written[part] || '0'}, and the main language has ${expected[part] || '0'}.`;
    return { code: 'unlike-documents', message };
  }
  const figure = otherFigure(figuresIn(text), figuresIn(main));
  return figure && { code: 'unlike-figures', message: figure.message, offset: Math.max(text.indexOf(figure.figure), 0) };
}
