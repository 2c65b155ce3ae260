import { nearMiss } from '../../expression/index.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { allRoutes, isRoute } from '../names/routes.ts';
import type { SourceDocument } from '../project/document.ts';
import type { DocumentFile, Project } from '../project/project.ts';
import { figuresIn, otherFigure } from './figures.ts';
import { deadLinks, faultyRows, outlineOf, linesIn } from './markdownShape.ts';
import { marksIn, unfinishedIn } from './marks.ts';
import { placeholdersOf } from './placeholders.ts';
import { wrongUnit } from './timeUnits.ts';
import { tongueOf, wrongLanguage } from './wrongLanguage.ts';

/** Whose outline and figures are expected. */
type Who = 'main' | 'translations';

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

/**
 * Checks that each document has the same headings, tables, links and figures in every language. Reports the first difference. If several
 * translations agree, only the main language is reported.
 */
export function unlikeDocuments(documents: readonly DocumentFile[], main: string): Located[] {
  const versions = Map.groupBy(
    documents.filter(({ document }) => document.text.trim() !== ''),
    ({ id }) => id,
  );
  return [...versions.values()].flatMap((all): Located[] => {
    const reference = all.find(({ language }) => language === main)?.document;
    const [first, ...others] = all.flatMap(({ language, document }) => (language === main ? [] : [document]));
    if (!reference || !first) return [];
    const unlike = (document: SourceDocument, other: SourceDocument, who: Who): Located[] => {
      const found = difference(document.text, other.text, who);
      return found ? [{ document, finding: { ...found, message: `${found.message} (${other.path})`, pointer: '' } }] : [];
    };
    const agree = others.length > 0 && others.every((each) => unlike(each, first, 'main').length === 0);
    const ofMain = agree ? unlike(reference, first, 'translations') : [];
    return ofMain.length > 0 ? ofMain : [first, ...others].flatMap((each) => unlike(each, reference, 'main'));
  });
}

/** Finds a line with different values than the same line in the other languages, if all have as many lines. */
export function unlikeLines(documents: readonly DocumentFile[], main: string): Located[] {
  return [...Map.groupBy(documents, ({ id }) => id).values()].flatMap((versions): Located[] => {
    const all = versions.map((version) => ({ ...version, lines: linesIn(version.document.text) }));
    const first = all.find(({ language }) => language === main);
    if (!first || all.some((each) => each.lines.length !== first.lines.length || namesIn(each) !== namesIn(first))) return [];
    return first.lines.flatMap(({ names }, index): Located[] => {
      const others = all.filter((each) => each.lines[index]?.names !== names);
      if (others.length === 0) return [];
      // If all translations agree with one another, the main language is at fault.
      const [theirs] = others.map((each) => each.lines[index]?.names);
      const isMain = others.length > 1 && others.length === all.length - 1 && others.every((each) => each.lines[index]?.names === theirs);
      return (isMain ? [first] : others).map((odd): Located => {
        const expected = isMain ? theirs : names;
        const message = `This line shows ${odd.lines[index]?.names || 'no value'}, and other languages show ${expected || 'none'}.`;
        return {
          document: odd.document,
          finding: { code: 'unlike-documents', pointer: '', offset: odd.lines[index]?.offset ?? 0, message },
        };
      });
    });
  });
}

/** A value that is missing from the whole document has its own finding. */
const namesIn = ({ document }: DocumentFile): string => [...placeholdersOf(document.text)].toSorted().join();

function difference(text: string, expectedText: string, who: Who): Omit<Finding, 'pointer'> | undefined {
  const [written, expected] = [outlineOf(text), outlineOf(expectedText)];
  const names = { headings: 'headings of the levels', rows: 'tables with rows', links: 'links to' } as const;
  const others = who === 'main' ? 'the main language has' : 'its translations have';
  for (const part of Object.keys(names) as (keyof typeof names)[]) {
    if (written[part] === expected[part]) continue;
    const message = `This document has ${names[part]} ${written[part] || '0'}, and ${others} ${expected[part] || '0'}.`;
    return { code: 'unlike-documents', message };
  }
  const figure = otherFigure(figuresIn(text), figuresIn(expectedText), who);
  return figure && { code: 'unlike-figures', message: figure.message, offset: Math.max(text.indexOf(figure.figure), 0) };
}
