import type { ScreenTicket } from '../../contract/schemas.ts';

/** The part of Vite's manifest that is read here, keyed by source file or `_name`. */
export type BuildManifest = Readonly<Record<string, { file: string; name?: string; imports?: string[]; isDynamicEntry?: boolean }>>;

/** Built files that a screen loads at runtime. */
export interface Chunks {
  modules: string[];
  styles: string[];
}

export type ChunksOf = (ticket: ScreenTicket | undefined) => Chunks;

/** Names of the chunks for forms and flows (tools/chunks.ts, src/app/app.ts). */
const formChunks = ['form'];
const flowChunks = ['flowStore'];
/** Stylesheet of a page that names none (src/app/screens/stylesheets.ts). */
const defaultStylesheet = 'welcome';

const componentOf = /\/(blocks|widgets)\/([A-Za-z0-9]+)\/[A-Z][A-Za-z0-9]*\.tsx$/;

/**
 * Returns the files that a screen's blocks, widgets and stylesheet need, so that they load in parallel with the page's own code. On slow
 * 4G, each link of the import chain would otherwise cost a round trip before the first paint.
 *
 * @param base path below which the server serves the built files
 */
export function chunkFinder(manifest: BuildManifest, base = '/'): ChunksOf {
  const sources = Object.keys(manifest);
  const address = (source: string) => `${base}${manifest[source]?.file ?? ''}`;
  const named = (names: readonly string[]) => sources.filter((source) => names.includes(manifest[source]?.name ?? ''));
  const entry = closure(manifest, ['index.html']);

  return (ticket) => {
    if (!ticket) return { modules: [], styles: [] };
    const shown = { blocks: new Set(ticket.blocks), widgets: new Set(ticket.widgets) };
    const components = sources.filter((source) => {
      const [, kind, name = ''] = componentOf.exec(source) ?? [];
      return manifest[source]?.isDynamicEntry === true && (kind === 'blocks' || kind === 'widgets') && shown[kind].has(name);
    });
    const forms = Object.keys(ticket.forms).length > 0 ? named(formChunks) : [];
    const flow = ticket.flow ? named(flowChunks) : [];
    const needed = closure(manifest, [...components, ...forms, ...flow]);
    const style = sources.find((source) => source.endsWith(`src/styles/pages/${ticket.stylesheet ?? defaultStylesheet}.css`));
    return {
      modules: [...needed].filter((source) => !entry.has(source)).map(address),
      styles: style === undefined ? [] : [address(style)],
    };
  };
}

/** Returns the chunks with everything they import. */
function closure(manifest: BuildManifest, from: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const reach = (source: string) => {
    if (reached.has(source)) return;
    reached.add(source);
    manifest[source]?.imports?.forEach(reach);
  };
  from.forEach(reach);
  return reached;
}
