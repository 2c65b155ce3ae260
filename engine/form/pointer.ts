/** JSON pointers (RFC 6901) into the answers of a form. */

export function pointer(...segments: (string | number)[]): string {
  let path = '';
  for (const segment of segments) path += `/${escaped(String(segment))}`;
  return path;
}

/** A fast path: field names need no escaping, and a submission creates many pointers. */
const escaped = (segment: string): string => (/[~/]/.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment);

export function segmentsOf(path: string): string[] {
  if (isTop(path)) return [path.slice(1)];
  return path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the top-level property of a pointer; '' for the form itself. */
export const fieldOf = (path: string): string => (isTop(path) ? path.slice(1) : (segmentsOf(path)[0] ?? ''));

/** A fast path: whether the pointer refers to a property of the form whose name needs no escaping. */
export const isTop = (path: string): boolean => path.lastIndexOf('/') === 0 && !path.includes('~');

/** Accepts a bare property name instead of a pointer. */
export const asPointer = (path: string): string => (path === '' || path.startsWith('/') ? path : pointer(path));

export const isWithin = (path: string, ancestor: string): boolean => path === ancestor || path.startsWith(`${ancestor}/`);
