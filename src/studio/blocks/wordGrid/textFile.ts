/** Some spreadsheets save "text" files as UTF-16. */
export const decoded = (bytes: ArrayBuffer): string => {
  const [first, second] = new Uint8Array(bytes);
  return new TextDecoder(first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
};

/** The server refuses a request with NUL, which pictures and documents contain and texts do not. */
export const isText = (content: string): boolean => !content.includes('\0');
