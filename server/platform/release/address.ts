/** URL of a part. A part is immutable, so it can be cached forever. */
export const partAddress = (name: string): string => `/r/${name}`;

export const partName = (address: string): string => address.replace('/r/', '');
