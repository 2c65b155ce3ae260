import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  source: Cel('string', { title: 'Text', description: 'Markdown: headings, paragraphs, lists, emphasis, links; no HTML.' }),
  language: Type.Optional(Cel('string', { title: 'Language', description: 'Language code of the text.' })),
});
export type MarkdownOptions = Static<typeof options>;

export const markdownBlock: BlockDefinition = {
  name: 'markdown',
  title: 'Text from data',
  description: 'A document from an operation rather than from locales.',
  options,
};
