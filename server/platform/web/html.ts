import type { Boot } from '../../contract/schemas.ts';
import type { Html } from '../http/html.ts';
import type { Chunks } from './chunks.ts';

/** JSON that may stand inside a <script>: nothing in it closes the element or opens a comment. */
export const scriptSafeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
const attribute = (text: string) => text.replace(/[&"<]/g, (character) => escapes[character] ?? '');

/** Hints for the modules and the look of the first screen, so that they load beside the page's own code instead of after it. */
function preloads({ navigationExpressions, ticket }: Boot, chunks: Chunks): string {
  const forms = Object.values(ticket?.forms ?? {});
  const modules = [
    navigationExpressions,
    ticket?.expressions,
    ticket?.flow?.expressions,
    ...forms.map(({ module }) => module),
    ...chunks.modules,
  ];
  const links = distinct(modules).map((address) => `<link rel="modulepreload" href="${attribute(address)}">`);
  const styles = chunks.styles.map((address) => `<link rel="preload" as="style" href="${attribute(address)}">`);
  return [...links, ...styles].join('');
}

const distinct = (addresses: (string | undefined)[]) => [...new Set(addresses.filter((address) => address !== undefined))];

export interface PageParts {
  language: string;
  /** Code and look that the first screen will load by itself. */
  chunks: Chunks;
  /** What the head says of the app. */
  head: Html;
}

/** The page of the build with its language, its boot data and its hints filled in. */
export function renderPage(template: string, boot: Boot, { language, chunks, head }: PageParts): string {
  return template
    .replace(/<html[^>]*>/, () => `<html lang="${attribute(language)}">`)
    .replace('<!--app-->', () => head.source)
    .replace('__BOOT__', () => scriptSafeJson(boot))
    .replace('<!--preload-->', () => preloads(boot, chunks));
}
