const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text as it may stand in XML. Most control characters may not stand there at all, not even escaped (XML 1.0, §2.2). */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"]/g, (each) => entities[each] ?? each);
}
