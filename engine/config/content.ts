import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Action, Cel, Id, Ref, SchemaRef, Text } from './annotations.ts';
import { checkDayRange, dayRange } from './dayRange.ts';
import type { KindFinding, ProjectView } from './definitions.ts';
import type { Settings } from './settings.ts';

/** A static file of the server. */
const Media = (title: string) =>
  Type.String({ title, description: 'Path of a file on our own server.', pattern: '^/media/[A-Za-z0-9._/-]+$' });

const Video = object(
  {
    sources: Type.Array(object({ src: Media('File'), type: Type.Enum(['video/mp4', 'video/webm'], { title: 'Type' }) }), {
      title: 'Sources',
      description: 'The same video in several formats. A browser uses the first that it can play.',
      minItems: 1,
    }),
    poster: Media('Still'),
    captions: Type.Record(Type.String({ pattern: '^[a-z]{2,3}$' }), Media('Captions'), {
      title: 'Captions',
      description: 'WebVTT files by language. Every offered language needs one.',
    }),
    seconds: Type.Integer({ title: 'Length (s)', minimum: 1, maximum: 7200 }),
  },
  { title: 'Video' },
);
export type Video = Static<typeof Video>;

const ContentItem = object(
  {
    id: Id(),
    title: Text({ title: 'Title' }),
    text: Type.Optional(Text({ title: 'Text', description: 'A sentence or two; answers of questions too.' })),
    topic: Type.Optional(Type.String({ title: 'Topic', description: 'Id of one of the topics of this file.' })),
    icon: Type.Optional(Ref('icon', { title: 'Icon' })),
    tone: Type.Optional(
      Type.Enum(['info', 'success', 'warning', 'danger'], {
        title: 'Tone',
        description: 'Colour and icon of a banner: news, success, warning or danger. Without it, a colour of the palette.',
      }),
    ),
    picture: Type.Optional(Type.String({ title: 'Picture', description: 'Name of a drawing of the app.', 'x-ref': 'picture' })),
    video: Type.Optional(Video),
    document: Type.Optional(Ref('document', { title: 'Document', description: 'The full text, in locales/<language>/documents.' })),
    link: Type.Optional(
      Type.String({
        title: 'Outside link',
        description: 'A link out of the app. Must be https, to a host that the settings list.',
        pattern: '^https://[^\\s]+$',
      }),
    ),
    do: Type.Optional(Action({ title: 'Action', description: 'The action of the button.' })),
    label: Type.Optional(Text({ title: 'Label', description: 'Label of the button.' })),
    when: Type.Optional(
      Cel('bool', { title: 'When', description: 'Shown only while this holds; reads session, device, features, today.' }),
    ),
    ...dayRange,
    again: Type.Optional(
      Type.Enum(['never', 'daily', 'visit'], {
        title: 'Shown again',
        description: 'When a closed item is shown again: never (default), on the next day, on the next visit.',
      }),
    ),
  },
  { title: 'Item' },
);
export type ContentItem = Static<typeof ContentItem>;

export const Content = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    topics: Type.Optional(
      Type.Array(object({ id: Id(), title: Text({ title: 'Title' }) }), {
        title: 'Topics',
        description: 'Headings of the groups of items, in this order.',
      }),
    ),
    items: Type.Array(ContentItem, { title: 'Items', description: 'From top to bottom, or from first to last.' }),
  },
  {
    title: 'Content',
    description:
      'Banners, announcements, guides, videos, questions and links. Their texts are in locales/<language>/content.json under the id.',
  },
);
export type Content = Static<typeof Content>;

/** Checks what the meta-schema cannot express: ids, topics, dates, videos, hosts, and labels of buttons. */
export function checkContent({ items, topics = [] }: Content, project: ProjectView): KindFinding[] {
  const settings = project.get('settings');
  return [
    ...repeated(items, 'items'),
    ...repeated(topics, 'topics'),
    ...items.flatMap((item, index) => {
      const pointer = `/items/${index}`;
      return [
        ...checkDayRange(item, pointer),
        ...checkTopic(item, pointer, topics),
        ...checkButton(item, pointer),
        ...checkVideo(item, pointer),
        ...(settings ? [...checkLink(item, pointer, settings), ...checkCaptions(item, pointer, settings)] : []),
      ];
    }),
  ];
}

function repeated(list: readonly { id: string }[], name: string): KindFinding[] {
  const ids = list.map(({ id }) => id);
  return ids.flatMap((id, index): KindFinding[] =>
    ids.indexOf(id) === index
      ? []
      : [{ code: 'duplicate-id', pointer: `/${name}/${index}/id`, message: `"${id}" is already in this list.` }],
  );
}

function checkTopic({ topic }: ContentItem, pointer: string, topics: NonNullable<Content['topics']>): KindFinding[] {
  if (topic === undefined || topics.some(({ id }) => id === topic)) return [];
  const known = topics.map(({ id }) => id).join(', ');
  return [{ code: 'unknown-topic', pointer: `${pointer}/topic`, message: `This file has no topic "${topic}". Choose one of ${known}.` }];
}

function checkButton({ do: action, label, link }: ContentItem, pointer: string): KindFinding[] {
  if (action && link !== undefined) {
    return [{ code: 'two-ways', pointer: `${pointer}/link`, message: 'An item can lead to only one place. Keep either "do" or "link".' }];
  }
  if (label && !action) return [{ code: 'idle-label', pointer: `${pointer}/label`, message: 'This label needs a "do".' }];
  return [];
}

function checkLink({ link }: ContentItem, pointer: string, { outsideHosts = [] }: Settings): KindFinding[] {
  if (link === undefined) return [];
  const address = URL.parse(link);
  const at = `${pointer}/link`;
  if (!address || address.username !== '' || address.port !== '')
    return [{ code: 'bad-link', pointer: at, message: `${link} is not a plain https address.` }];
  if (outsideHosts.includes(address.hostname)) return [];
  const message = `Content must not link to ${address.hostname}.`;
  return [{ code: 'unknown-host', pointer: at, message, fix: 'Add the host to outsideHosts in flows/settings.json if it is trusted.' }];
}

function checkVideo({ video }: ContentItem, pointer: string): KindFinding[] {
  if (!video) return [];
  const types = video.sources.flatMap(({ src, type }, index): KindFinding[] => {
    const ending = type.slice(type.indexOf('/') + 1);
    if (src.endsWith(`.${ending}`)) return [];
    const message = `${src} does not end in .${ending}, so browsers would refuse it or choose it by mistake.`;
    return [{ code: 'video-type', pointer: `${pointer}/video/sources/${index}/type`, message }];
  });
  const captions = Object.entries(video.captions);
  const copied = captions.flatMap(([language, file], index): KindFinding[] => {
    const other = captions.slice(0, index).find(([, known]) => known === file)?.[0];
    if (other === undefined) return [];
    const message = `These are the captions of "${other}".`;
    return [{ code: 'missing-captions', pointer: `${pointer}/video/captions/${language}`, message }];
  });
  return [...types, ...copied];
}

function checkCaptions({ video }: ContentItem, pointer: string, { languages }: Settings): KindFinding[] {
  if (!video) return [];
  // A language offered in part falls back to another language's captions, as it does for texts.
  const missing = languages.offered.flatMap(({ code, minShare }) =>
    Object.hasOwn(video.captions, code) || minShare !== undefined ? [] : [code],
  );
  if (missing.length === 0) return [];
  const message = `The video has no captions in: ${missing.join(', ')}.`;
  return [{ code: 'missing-captions', pointer: `${pointer}/video/captions`, message }];
}
