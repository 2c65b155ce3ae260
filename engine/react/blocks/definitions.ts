import type { BlockDefinition } from '../../config/definitions.ts';
import { headingBlock } from './heading/definition.ts';
import { paragraphBlock } from './paragraph/definition.ts';
import { noticeBlock } from './notice/definition.ts';
import { buttonBlock } from './button/definition.ts';
import { formBlock } from './form/definition.ts';
import { correctionsBlock } from './corrections/definition.ts';
import { reviewBlock } from './review/definition.ts';
import { documentBlock } from './document/definition.ts';
import { linkListBlock } from './linkList/definition.ts';
import { keyValuesBlock } from './keyValues/definition.ts';
import { listBlock } from './list/definition.ts';
import { statusCardBlock } from './statusCard/definition.ts';
import { illustrationBlock } from './illustration/definition.ts';
import { groupBlock } from './group/definition.ts';
import { languageSwitchBlock } from './languageSwitch/definition.ts';
import { consentSettingsBlock } from './consentSettings/definition.ts';
import { fieldChoiceBlock } from './fieldChoice/definition.ts';
import { stepsBlock } from './steps/definition.ts';
import { widgetGalleryBlock } from './widgetGallery/definition.ts';
import { dividerBlock } from './divider/definition.ts';
import { amountBlock } from './amount/definition.ts';
import { badgeBlock } from './badge/definition.ts';
import { progressStepsBlock } from './progressSteps/definition.ts';
import { themeSwitchBlock } from './themeSwitch/definition.ts';
import { segmentsBlock } from './segments/definition.ts';
import { tableBlock } from './table/definition.ts';
import { markdownBlock } from './markdown/definition.ts';
import { announcementBlock } from './announcement/definition.ts';
import { bannersBlock } from './banners/definition.ts';
import { contentDetailBlock } from './contentDetail/definition.ts';
import { contentListBlock } from './contentList/definition.ts';
import { feedBlock } from './feed/definition.ts';
import { linkToBlock } from './linkTo/definition.ts';
import { onShowBlock } from './onShow/definition.ts';
import { searchListBlock } from './searchList/definition.ts';
import { invitationBlock } from './invitation/definition.ts';
import { continueLaterBlock } from './continueLater/definition.ts';
import { redirectBlock } from './redirect/definition.ts';
import { videosBlock } from './videos/definition.ts';

/** The blocks of every product, defined without React, because the server, the compiler and the CLI import them. */
export const blockDefinitions: readonly BlockDefinition[] = [
  headingBlock,
  paragraphBlock,
  noticeBlock,
  buttonBlock,
  formBlock,
  correctionsBlock,
  reviewBlock,
  documentBlock,
  linkListBlock,
  keyValuesBlock,
  listBlock,
  statusCardBlock,
  illustrationBlock,
  groupBlock,
  languageSwitchBlock,
  themeSwitchBlock,
  consentSettingsBlock,
  fieldChoiceBlock,
  stepsBlock,
  widgetGalleryBlock,
  dividerBlock,
  amountBlock,
  badgeBlock,
  progressStepsBlock,
  segmentsBlock,
  tableBlock,
  markdownBlock,
  bannersBlock,
  announcementBlock,
  contentListBlock,
  contentDetailBlock,
  videosBlock,
  searchListBlock,
  feedBlock,
  linkToBlock,
  onShowBlock,
  continueLaterBlock,
  invitationBlock,
  redirectBlock,
];
