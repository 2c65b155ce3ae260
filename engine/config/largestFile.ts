/** Largest file that the server reads, in MiB. It stands alone, because every page loads it. */
export const largestFileMb = 10;
