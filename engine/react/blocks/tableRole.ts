/** The role of a part of a table: Safari drops it where CSS gives the part another `display`. */
export const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role });
