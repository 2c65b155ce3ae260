/** A place that both sides changed in different ways. The merged content holds *mine* until it is resolved. */
export type Conflict = ValueConflict | LinesConflict | FileConflict;

/** A conflict about a value of a JSON file. A list whose items cannot be distinguished appears as a whole. */
export interface ValueConflict {
  at: 'value';
  /** Pointer into the merged content. If *mine* removed a list item, the place to insert it. */
  pointer: string;
  /** Absent if the value does not exist there. */
  base?: unknown;
  mine?: unknown;
  theirs?: unknown;
}

/** A conflict about lines of a text file, or of a file that is not valid JSON. */
export interface LinesConflict {
  at: 'lines';
  /** Index of the first line in the merged content. */
  line: number;
  base: string[];
  mine: string[];
  theirs: string[];
}

/** A conflict about a file that one side removed and the other changed, as text. */
export interface FileConflict {
  at: 'file';
  base?: string;
  mine?: string;
  theirs?: string;
}

/** The text of a file on three sides; undefined if it does not exist there. */
export interface Sides {
  base: string | undefined;
  mine: string | undefined;
  theirs: string | undefined;
}

export interface Merged {
  /** Undefined if the merged change has no such file. */
  content: string | undefined;
  conflicts: Conflict[];
}
