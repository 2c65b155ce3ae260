import type { WidgetDefinition } from '../../config/definitions.ts';
import { textWidget } from './text/definition.ts';
import { numberWidget } from './number/definition.ts';
import { phoneWidget } from './phone/definition.ts';
import { oneTimeCodeWidget } from './oneTimeCode/definition.ts';
import { imageCodeWidget } from './imageCode/definition.ts';
import { dateWidget } from './date/definition.ts';
import { selectWidget } from './select/definition.ts';
import { radioCardsWidget } from './radioCards/definition.ts';
import { checkboxWidget } from './checkbox/definition.ts';
import { checkboxesWidget } from './checkboxes/definition.ts';
import { cascadeWidget } from './cascade/definition.ts';
import { contactListWidget } from './contactList/definition.ts';
import { lookupWidget } from './lookup/definition.ts';
import { groupWidget } from './group/definition.ts';
import { listWidget } from './list/definition.ts';
import { fileWidget } from './file/definition.ts';
import { photoWidget } from './photo/definition.ts';
import { hiddenWidget, outputWidget } from './output/definition.ts';
import { sliderWidget } from './slider/definition.ts';
import { confirmEntryWidget } from './confirmEntry/definition.ts';

/** The widgets of every product, defined without React, because the server, the compiler and the CLI import them. */
export const widgetDefinitions: readonly WidgetDefinition[] = [
  textWidget,
  numberWidget,
  phoneWidget,
  oneTimeCodeWidget,
  imageCodeWidget,
  dateWidget,
  selectWidget,
  radioCardsWidget,
  checkboxWidget,
  checkboxesWidget,
  cascadeWidget,
  lookupWidget,
  groupWidget,
  listWidget,
  contactListWidget,
  photoWidget,
  fileWidget,
  sliderWidget,
  confirmEntryWidget,
  outputWidget,
  hiddenWidget,
];
