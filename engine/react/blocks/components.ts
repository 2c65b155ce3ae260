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
  continueLater: () => import('./continueLater/ContinueLater.tsx'),
  invitation: () => import('./invitation/Invitation.tsx'),
  redirect: () => import('./redirect/Redirect.tsx'),
  announcement: () => import('./announcement/Announcement.tsx'),
  banners: () => import('./banners/Banners.tsx'),
  contentDetail: () => import('./contentDetail/ContentDetail.tsx'),
  contentList: () => import('./contentList/ContentList.tsx'),
  feed: () => import('./feed/Feed.tsx'),
  linkTo: () => import('./linkTo/LinkTo.tsx'),
  onShow: () => import('./onShow/OnShow.tsx'),
  searchList: () => import('./searchList/SearchList.tsx'),
  videos: () => import('./videos/Videos.tsx'),
  consentSettings: () => import('./consentSettings/ConsentSettings.tsx'),
  document: () => import('./document/DocumentBlock.tsx'),
  fieldChoice: () => import('./fieldChoice/FieldChoice.tsx'),
  form: () => import('./form/FormBlock.tsx'),
  amount: () => import('./amount/Amount.tsx'),
  badge: () => import('./badge/Badge.tsx'),
  keyValues: () => import('./keyValues/KeyValues.tsx'),
  list: () => import('./list/List.tsx'),
  markdown: () => import('./markdown/MarkdownBlock.tsx'),
  progressSteps: () => import('./progressSteps/ProgressSteps.tsx'),
  corrections: () => import('./corrections/Corrections.tsx'),
  review: () => import('./review/Review.tsx'),
  segments: () => import('./segments/Segments.tsx'),
  themeSwitch: () => import('./themeSwitch/ThemeSwitch.tsx'),
  table: () => import('./table/Table.tsx'),
  widgetGallery: () => import('./widgetGallery/WidgetGallery.tsx'),
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
