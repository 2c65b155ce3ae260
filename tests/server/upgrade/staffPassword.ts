/** Password of the staff account in the old database. */
export const staffPassword = 'correct horse battery';
