/**
 * Regular expressions of `matches`. CEL takes RE2's syntax (https://github.com/google/re2/wiki/Syntax), the browser has its own. This
 * module accepts the common subset, and translates `.`, `\s` and `\S`.
 */

/** A pattern for a RegExp with the flag `u`, or the part that the two dialects read differently. */
export type Translation = { source: string } | { foreign: string };

/** The general categories that both know by the same name and with the same members. */
const category = /^\\[pP]\{(?:L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)\}$/;
const spaces = String.raw`\t\n\f\r `;
/** One escape, class bracket, group opening, repetition or character. */
const token = /\\[pP]\{[^}]*\}|\\x[\dA-Fa-f]{2}|\\.|\(\?:|\(\?|\[\^?\]?|\]|\{\d+(?:,\d*)?\}|./gsu;
const mostRepeats = 1000;

export function translatePattern(pattern: string): Translation {
  let inClass = false;
  let source = '';
  for (const [part] of pattern.matchAll(token)) {
    const translated = inClass ? ofClass(part) : ofPattern(part);
    if (translated === undefined) return { foreign: part };
    if (!inClass && part.startsWith('[')) inClass = true;
    else if (inClass && part === ']') inClass = false;
    source += translated;
  }
  try {
    return { source: new RegExp(source, 'u').source };
  } catch {
    return { foreign: pattern };
  }
}

function ofPattern(part: string): string | undefined {
  if (part === '.') return String.raw`[^\n]`;
  if (part === '(?' || part === '[]' || part === '[^]') return undefined;
  if (part === String.raw`\s`) return `[${spaces}]`;
  if (part === String.raw`\S`) return `[^${spaces}]`;
  if (/^\{\d/.test(part)) return part.match(/\d+/g)?.some((count) => Number(count) > mostRepeats) ? undefined : part;
  return ofEscape(part, /^\\(?:[bBdDwWtnrfv]|x..|[\^$\\.*+?()[\]{}|/])$/s);
}

/** Inside a class, `[:` begins a nested class in RE2, and `\b` is a backspace in the browser. */
function ofClass(part: string): string | undefined {
  if (part === String.raw`\s`) return spaces;
  if (part === '[' || part === '[^' || part === '[]' || part === '[^]') return undefined;
  return ofEscape(part, /^\\(?:[dDwWtnrfv]|x..|[\^$\\.*+?()[\]{}|/-])$/s);
}

function ofEscape(part: string, shared: RegExp): string | undefined {
  return !part.startsWith('\\') || shared.test(part) || category.test(part) ? part : undefined;
}
