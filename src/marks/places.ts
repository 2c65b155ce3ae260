/** Files of the release that a preview shows, by id. */
export interface Places {
  /** The origin of the studio that frames the preview. */
  studio: string;
  screens: Readonly<Record<string, string>>;
  forms: Readonly<Record<string, string>>;
}

/** Where an element of the page is defined. */
export interface Mark {
  file: string;
  pointer: string;
  /** Display name: the name of the block, or of the form and the field. */
  name: string;
}

interface Fiber {
  return: Fiber | null;
  memoizedProps: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns what defines an element: the innermost field, or else the innermost block. The page is the same as for customers, so nothing in
 * it names files. Instead, this follows React's fibers from an element up to the components that hold the objects of the screen's JSON.
 */
export function markOf(element: Element, places: Places): Mark | undefined {
  let block: object | undefined;
  for (let fiber = fiberOf(element); fiber; fiber = fiber.return) {
    const props = fiber.memoizedProps ?? {};
    const field = block ? undefined : fieldIn(props, places);
    if (field) return field;
    if (!block && isBlock(props['block'])) block = props['block'];
    const found = block && blockIn(props, block, places);
    if (found) return found;
  }
  return undefined;
}

function fiberOf(element: Element): Fiber | null {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
  return key === undefined ? null : ((element as unknown as Record<string, Fiber>)[key] ?? null);
}

const isBlock = (value: unknown): value is { block: string } => typeof at(value, 'block') === 'string';

/** Finds a field by the props of its component: the form's session and the path of the field in its answers. */
function fieldIn({ scope, path }: Readonly<Record<string, unknown>>, { forms }: Places): Mark | undefined {
  const form = at(scope, 'session', 'definition', 'schema', 'id');
  const file = typeof form === 'string' ? forms[form] : undefined;
  if (file === undefined || !Array.isArray(path) || path.length === 0) return undefined;
  const keys = path.flatMap((key: unknown) => (typeof key === 'number' ? ['items'] : ['properties', String(key)]));
  return { file, pointer: pointerOf(keys), name: [form, ...path].join('.') };
}

/** Finds a block by the props of the screen's component, whose definition contains it. */
function blockIn({ screen }: Readonly<Record<string, unknown>>, block: object, { screens }: Places): Mark | undefined {
  const id = at(screen, 'id');
  const file = typeof id === 'string' ? screens[id] : undefined;
  const keys = pathTo(block, at(screen, 'loaded', 'definition', 'blocks'));
  return file === undefined || !keys
    ? undefined
    : { file, pointer: pointerOf(['blocks', ...keys]), name: (block as { block: string }).block };
}

/** The path of keys from a value to another one inside it. */
function pathTo(wanted: object, value: unknown): string[] | undefined {
  if (value === wanted) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = pathTo(wanted, inner);
    if (found) return [key, ...found];
  }
  return undefined;
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

/** RFC 6901. */
const pointerOf = (keys: readonly string[]): string => keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
