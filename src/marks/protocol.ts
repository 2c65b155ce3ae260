/** Messages between a studio page and the preview in its frame, sent with `postMessage`. Each side checks the other's origin. */

/** From the studio. */
export type ToPreview = { hakbang: 'pick'; on: boolean } | { hakbang: 'offline'; on: boolean };

/** From the preview. */
export type FromPreview =
  /** The page is listening. */
  | { hakbang: 'ready' }
  /** The path of the screen that is shown. */
  | { hakbang: 'at'; path: string }
  /** The person picked an element. `pointer` is the JSON pointer of its definition in `file`. */
  | { hakbang: 'picked'; file: string; pointer: string }
  /** Somebody is working in the frame. */
  | { hakbang: 'acted' }
  /** The person stopped picking. */
  | { hakbang: 'done' };

const longest = 500;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longest;

/** Reads a message from the studio; undefined for anything else. */
export function readToPreview(data: unknown): ToPreview | undefined {
  const { hakbang, on } = fieldsOf(data);
  return (hakbang === 'pick' || hakbang === 'offline') && typeof on === 'boolean' ? { hakbang, on } : undefined;
}

/** Reads a message from a preview; undefined for anything else. */
export function readFromPreview(data: unknown): FromPreview | undefined {
  const { hakbang, path, file, pointer } = fieldsOf(data);
  if (hakbang === 'ready' || hakbang === 'done' || hakbang === 'acted') return { hakbang };
  if (hakbang === 'at' && isText(path)) return { hakbang, path };
  return hakbang === 'picked' && isText(file) && isText(pointer) ? { hakbang, file, pointer } : undefined;
}

const fieldsOf = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
