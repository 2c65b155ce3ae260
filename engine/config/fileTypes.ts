/** Types of files that a field may accept, with the value of `accept` for a file dialog. */
export const fileTypes = { photo: 'image/*', pdf: 'application/pdf' } as const;

export type FileType = keyof typeof fileTypes;

/** Refusals of a file, as error codes. */
export const fileProblems = ['fileType', 'fileTooLarge', 'fileTooLong', 'fileActive', 'fileUnreadable'] as const;
