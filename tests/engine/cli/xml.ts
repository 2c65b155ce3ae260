/** An element of a small XML document. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const token = /<\?[^?]*\?>|<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Parses well-formed XML without comments and CDATA. Throws if the XML is malformed. */
export function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let end = 0;
  for (const match of xml.matchAll(token)) {
    const [whole, closing, name = '', attributes = '', selfClosing, text] = match;
    end = match.index + whole.length;
    const top = open.at(-1) ?? root;
    if (text !== undefined) top.text += plain(text);
    else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
    } else if (name !== '') {
      const element = { name, attributes: attributesIn(attributes), children: [], text: '' };
      top.children.push(element);
      if (!selfClosing) open.push(element);
    }
  }
  const [first, ...more] = root.children;
  if (end !== xml.length || open.length !== 1 || !first || more.length > 0) throw new Error(`no XML from ${end} on`);
  return first;
}

function attributesIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)]));
}

/** An ampersand that does not start an entity is an error. */
function plain(text: string): string {
  return text.replace(/&\w*;?/g, (entity) => {
    const letter = entities[entity];
    if (letter === undefined) throw new Error(`${entity} is no entity`);
    return letter;
  });
}
