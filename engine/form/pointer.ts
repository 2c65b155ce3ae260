/** JSON pointers (RFC 6901) into the answers of a form. */

export function pointer(...segments: (string | number)[]): string {
  let path = '';
  for (const segment of segments) path += `/${escaped(String(segment))}`;
  return path;
}

/** Names of fields hold neither character, and a submission makes a pointer for each. */
const escaped = (segment: string): string => (/[~/]/.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment);

export function segmentsOf(path: string): string[] {
  if (isTop(path)) return [path.slice(1)];
  return path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The top-level property that a pointer leads into; '' for the form itself. */
export const fieldOf = (path: string): string => (isTop(path) ? path.slice(1) : (segmentsOf(path)[0] ?? ''));

/** Whether it points at a property of the form itself, by a name that needed no escaping: nearly always. */
export const isTop = (path: string): boolean => path.lastIndexOf('/') === 0 && !path.includes('~');

/** Accepts a bare property name where a pointer is meant. */
export const asPointer = (path: string): string => (path === '' || path.startsWith('/') ? path : pointer(path));

/** Whether `path` is `ancestor` or lies inside it. */
export const isWithin = (path: string, ancestor: string): boolean => path === ancestor || path.startsWith(`${ancestor}/`);
