import type { ScreenTicket } from '../../contract/schemas.ts';

/** Vite's manifest of the build, as far as it is read here: by source or by `_name`. */
export type BuildManifest = Readonly<Record<string, { file: string; name?: string; imports?: string[]; isDynamicEntry?: boolean }>>;

/** Files of the build that a screen loads once the page runs. */
export interface Chunks {
  modules: string[];
  styles: string[];
}

export type ChunksOf = (ticket: ScreenTicket | undefined) => Chunks;

/** What the browser loads for a form and for a flow, by the names of the chunks (tools/chunks.ts, src/app/app.ts). */
const formChunks = ['form'];
const flowChunks = ['flowStore'];
/** The look of a page that names none (src/app/screens/stylesheets.ts). */
const defaultStylesheet = 'welcome';

const componentOf = /\/(blocks|widgets)\/([A-Za-z0-9]+)\/[A-Z][A-Za-z0-9]*\.tsx$/;

/**
 * Tells which files the blocks, widgets and look of a screen need, so that they can be fetched beside the page's own code and
 * not one after the other: on slow 4G each link of that chain is a round trip before the first screen is painted.
 */
export function chunkFinder(manifest: BuildManifest): ChunksOf {
  const sources = Object.keys(manifest);
  const address = (source: string) => `/${manifest[source]?.file ?? ''}`;
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

/** These and all that they import. */
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
