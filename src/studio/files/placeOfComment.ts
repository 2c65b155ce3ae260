/** The path of the page that shows a place in a file of a change. */
export function pathOfPlace(change: string, file: string, pointer?: string): string {
  const query = new URLSearchParams({ file, ...(pointer && { at: pointer }) });
  return `/changes/${encodeURIComponent(change)}/files?${query}`;
}

/** `work.schema.json: properties › jobType`. */
export function wordsOfPlace(file: string, pointer = ''): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return pointer === '' ? name : `${name}: ${pointer.slice(1).replaceAll('/', ' › ')}`;
}
