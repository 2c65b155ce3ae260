import { laterBlocks } from '../screen/laterBlocks.tsx';
import type { BlockRegistry } from '../screen/types.ts';
import { ButtonBlock } from './button/ButtonBlock.tsx';
import { Divider } from './divider/Divider.tsx';
import { Group } from './group/Group.tsx';
import { Heading } from './heading/Heading.tsx';
import { Illustration } from './illustration/Illustration.tsx';
import { LanguageSwitch } from './languageSwitch/LanguageSwitch.tsx';
import { LinkList } from './linkList/LinkList.tsx';
import { Notice } from './notice/Notice.tsx';
import { Paragraph } from './paragraph/Paragraph.tsx';
import { StatusCard } from './statusCard/StatusCard.tsx';
import { Steps } from './steps/Steps.tsx';

/** Rarely used blocks, each in its own chunk. */
const later = laterBlocks({
  continueLater: () => import('./continueLater/ContinueLater.tsx').then((module) => ({ default: module.ContinueLater })),
  invitation: () => import('./invitation/Invitation.tsx').then((module) => ({ default: module.Invitation })),
  redirect: () => import('./redirect/Redirect.tsx').then((module) => ({ default: module.Redirect })),
  announcement: () => import('./announcement/Announcement.tsx').then((module) => ({ default: module.Announcement })),
  banners: () => import('./banners/Banners.tsx').then((module) => ({ default: module.Banners })),
  contentDetail: () => import('./contentDetail/ContentDetail.tsx').then((module) => ({ default: module.ContentDetail })),
  contentList: () => import('./contentList/ContentList.tsx').then((module) => ({ default: module.ContentList })),
  facts: () => import('./facts/Facts.tsx').then((module) => ({ default: module.Facts })),
  feed: () => import('./feed/Feed.tsx').then((module) => ({ default: module.Feed })),
  linkTo: () => import('./linkTo/LinkTo.tsx').then((module) => ({ default: module.LinkTo })),
  onShow: () => import('./onShow/OnShow.tsx').then((module) => ({ default: module.OnShow })),
  searchList: () => import('./searchList/SearchList.tsx').then((module) => ({ default: module.SearchList })),
  videos: () => import('./videos/Videos.tsx').then((module) => ({ default: module.Videos })),
  consentSettings: () => import('./consentSettings/ConsentSettings.tsx').then((module) => ({ default: module.ConsentSettings })),
  document: () => import('./document/DocumentBlock.tsx').then((module) => ({ default: module.DocumentBlock })),
  fieldChoice: () => import('./fieldChoice/FieldChoice.tsx').then((module) => ({ default: module.FieldChoice })),
  form: () => import('./form/FormBlock.tsx').then((module) => ({ default: module.FormBlock })),
  amount: () => import('./amount/Amount.tsx').then((module) => ({ default: module.Amount })),
  badge: () => import('./badge/Badge.tsx').then((module) => ({ default: module.Badge })),
  keyValues: () => import('./keyValues/KeyValues.tsx').then((module) => ({ default: module.KeyValues })),
  list: () => import('./list/List.tsx').then((module) => ({ default: module.List })),
  markdown: () => import('./markdown/MarkdownBlock.tsx').then((module) => ({ default: module.MarkdownBlock })),
  progressSteps: () => import('./progressSteps/ProgressSteps.tsx').then((module) => ({ default: module.ProgressSteps })),
  corrections: () => import('./corrections/Corrections.tsx').then((module) => ({ default: module.Corrections })),
  review: () => import('./review/Review.tsx').then((module) => ({ default: module.Review })),
  segments: () => import('./segments/Segments.tsx').then((module) => ({ default: module.Segments })),
  themeSwitch: () => import('./themeSwitch/ThemeSwitch.tsx').then((module) => ({ default: module.ThemeSwitch })),
  table: () => import('./table/Table.tsx').then((module) => ({ default: module.Table })),
  widgetGallery: () => import('./widgetGallery/WidgetGallery.tsx').then((module) => ({ default: module.WidgetGallery })),
});

/** The components of definitions.ts, by name. */
export const blockComponents: BlockRegistry = {
  heading: Heading,
  paragraph: Paragraph,
  notice: Notice,
  button: ButtonBlock,
  linkList: LinkList,
  statusCard: StatusCard,
  illustration: Illustration,
  group: Group,
  languageSwitch: LanguageSwitch,
  steps: Steps,
  divider: Divider,
  ...later.components,
};

/** Preloads the code of blocks. */
export const loadBlocks = later.load;
