/** Largest file that the server reads, in MiB. In its own module, because every page loads it. */
export const largestFileMb = 10;
