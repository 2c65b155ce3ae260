import type { Filling, Registry } from '../../config/definitions.ts';
import type { Settings } from '../../config/settings.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { allRoutes } from '../names/routes.ts';
import { createDocument, type SourceDocument } from '../project/document.ts';
import type { Project } from '../project/project.ts';
import { copiedAmountsIn } from './copiedAmounts.ts';
import { inText } from './inText.ts';
import { checkDocumentText, unlikeDocuments, unlikeLines } from './documentText.ts';
import { partlyOffered } from './partly.ts';
import { brokenPlaceholder, placeholdersOf, strayBrace } from './placeholders.ts';

const allowedSchemes = new Set(['https', 'http', 'mailto', 'tel']);

/**
 * Checks that documents exist in every offered language and contain no HTML, no unsafe link and no unknown placeholder. A document
 * that code fills must show the same values in every language.
 */
export function checkDocuments({ project, memo }: Analysis): Located[] {
  const settings = project.one('settings')?.value;
  if (!settings) return [];
  const worded = new Set(project.locales.map(({ language }) => language));
  // Documents contain links to screens, and content files name guides.
  const others = [...allRoutes(project), project.one('navigation'), ...project.all('content')];
  const inputs = [settings, [...worded].join(), project.brokenIn(''), ...project.documents, ...others];
  return memo.of('documents', inputs, () => findInDocuments(project, settings, worded));
}

function findInDocuments(project: Project, settings: Settings, worded: ReadonlySet<string>): Located[] {
  const { offered, default: main } = settings.languages;
  const written = new Set(
    project.documents.filter(({ document }) => document.text.trim() !== '').map(({ id, language }) => `${language}/${id}`),
  );
  const isOffered = (language: string) => offered.some(({ code }) => code === language);
  const needed = [...(project.registry.needs?.document ?? []), ...Object.keys(project.registry.fills ?? {})];
  const ids = new Set([...project.documents.filter(({ language }) => isOffered(language)).map(({ id }) => id), ...needed]);
  const partly = partlyOffered(settings.languages);
  // A guide may fall back to another language. A document that people agree to never does: they would sign what they cannot read.
  const guides = new Set(project.all('content').flatMap(({ value }) => value.items.flatMap(({ document }) => document ?? [])));
  const mayLack = (code: string, id: string) => partly.has(code) && guides.has(id) && !needed.includes(id);
  const missing = [...ids].flatMap((id) =>
    offered
      .filter(({ code }) => worded.has(code) && !written.has(`${code}/${id}`) && !mayLack(code, id))
      .map(({ code }) => missingDocument(id, code, project, main)),
  );
  const fillings = fillingsIn(project.registry);
  const readable = project.documents.filter(({ language }) => isOffered(language));
  return [
    ...missing,
    ...project.documents.flatMap(({ id, language, document }) => {
      const found = [
        ...content(document, Object.keys(settings.constants), fillings.get(id)),
        ...checkDocumentText(language, document, project),
        ...(language === main ? copiedAmountsIn({ id, language, document }, settings) : []),
      ];
      // A finding in a language that nobody can choose must not block edits of another language.
      return isOffered(language) ? found : found.map((each): Located => ({ ...each, finding: { ...each.finding, severity: 'info' } }));
    }),
    ...unlikeDocuments(readable, main),
    ...unlikeLines(readable, main),
    ...[...fillings].flatMap(([id, filling]) =>
      disagreements(
        project.documents.filter((each) => each.id === id && isOffered(each.language)),
        main,
        filling,
      ),
    ),
  ];
}

/** Reports a missing document at its version in another language, or where it belongs. */
function missingDocument(id: string, language: string, { documents }: Project, main: string): Located {
  const path = `locales/${language}/documents/${id}.md`;
  const others = documents.filter((each) => each.id === id);
  const other = others.find((each) => each.language === main) ?? others.find((each) => each.document.path !== path);
  const finding: Finding = { code: 'missing-document', pointer: '', message: `The file ${path} is missing.` };
  return { document: other?.document ?? createDocument(path, '', undefined, () => undefined), finding };
}

/** Collects the values that code fills in, by document. */
function fillingsIn({ operations, effects, ...code }: Registry): Map<string, Filling> {
  const fillings = new Map<string, Filling>();
  for (const { fills = {} } of [...Object.values(operations), ...Object.values(effects), code]) {
    for (const [id, { fields, mustHave = [] }] of Object.entries(fills)) {
      const known = fillings.get(id);
      fillings.set(id, { fields: [...(known?.fields ?? []), ...fields], mustHave: [...(known?.mustHave ?? []), ...mustHave] });
    }
  }
  return fillings;
}

/** A person must not sign a document that leaves out a value which another language shows. */
function disagreements(versions: readonly { language: string; document: SourceDocument }[], main: string, filling: Filling): Located[] {
  const shown = versions.map((version) => ({ ...version, names: placeholdersOf(version.document.text) }));
  const first = shown.find(({ language }) => language === main);
  if (!first) return [];
  const wanted = new Set([...(filling.mustHave ?? []), ...filling.fields.filter((name) => shown.some(({ names }) => names.has(name)))]);
  return shown.flatMap(({ document, names }) =>
    [...wanted]
      .filter((name) => !names.has(name))
      .map((name): Located => {
        const other = shown.find((each) => each.names.has(name))?.document.path;
        const message = `{{${name}}} is missing: ${other === undefined ? 'this document must show it' : `${other} has it`}.`;
        return { document, finding: { code: 'missing-placeholder', pointer: '', message } };
      }),
  );
}

function content(document: SourceDocument, constants: readonly string[], filling?: Filling): Located[] {
  const { text } = document;
  const found: Located[] = [];
  const add = (offset: number, finding: Omit<Finding, 'pointer'>) => found.push({ document, finding: { ...finding, pointer: '', offset } });
  for (const match of text.matchAll(/<\/?[A-Za-z!][^>\n]*>?/g)) {
    if (isAutolink(match[0])) continue;
    add(match.index, { code: 'raw-html', message: `A document cannot contain HTML: ${match[0].slice(0, 40)}` });
  }
  for (const match of text.matchAll(/\]\(\s*<?([^)>]*)|^\[[^\]]+\]:\s*(\S+)|<([a-z][a-z0-9+.-]*:[^>\s]*)>/gim)) {
    const address = match[1] ?? match[2] ?? match[3] ?? '';
    if (!isSafe(address))
      add(match.index, {
        code: 'unsafe-link',
        message: `A link must lead to a page, an email address or a phone number, not to "${address.slice(0, 40)}".`,
      });
  }
  const brace = strayBrace(text);
  if (brace) add(brace.offset, { code: 'broken-placeholder', message: brokenPlaceholder(brace) });
  for (const name of placeholdersOf(text)) {
    const constant = name.startsWith('constants.') ? name.slice('constants.'.length) : undefined;
    if (constant !== undefined && constants.includes(constant)) continue;
    if (filling?.fields.includes(name)) continue;
    const others = filling ? `, this one also ${filling.fields.join(', ')}` : '';
    const message = `Nothing fills {{${name}}}. A document can use the constants of the settings${others}.`;
    const hint =
      constant === undefined
        ? nearMiss(name, filling?.fields ?? constants)
        : inText(nearMiss(constant, constants), (each) => `constants.${each}`);
    // Searches for the name alone, because i18next allows spaces and an unescaping `-` after the braces.
    add(text.indexOf(name), { code: 'unknown-constant', message, ...hint });
  }
  return found;
}

function isAutolink(tag: string): boolean {
  return /^<(https?:|mailto:|tel:|[^<>@\s]+@[^<>@\s]+)/i.test(tag);
}

/** Browsers ignore control characters and spaces in a scheme: `java\nscript:` runs. */
function isSafe(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
  const bare = decode(address).replace(/[\u0000-\u0020]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
  return scheme === undefined ? !bare.startsWith('//') : allowedSchemes.has(scheme);
}

/** Some renderers decode `&#106;avascript:` and `java%73cript:` to the same address. */
function decode(address: string): string {
  const entities = address.replace(/&#(x?)([0-9a-f]+);?/gi, (_, hex: string, digits: string) =>
    String.fromCodePoint(parseInt(digits, hex ? 16 : 10) % 0x110000),
  );
  return entities.replace(/&colon;?/gi, ':').replace(/&(tab|newline);?/gi, '');
}
