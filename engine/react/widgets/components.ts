import type { Widget } from '../engine-context.tsx';
import { choiceSheet } from './ChoiceField.tsx';
import { laterList } from './list/laterList.tsx';
import { laterWidget } from './laterWidget.tsx';
import { Checkbox } from './checkbox/Checkbox.tsx';
import { ConfirmEntry } from './confirmEntry/ConfirmEntry.tsx';
import { DateInput } from './date/DateInput.tsx';
import { NumberInput } from './number/Number.tsx';
import { OneTimeCode } from './oneTimeCode/OneTimeCode.tsx';
import { Phone } from './phone/Phone.tsx';
import { RadioCards } from './radioCards/RadioCards.tsx';
import { Select } from './select/Select.tsx';
import { Text } from './text/Text.tsx';

/** Heavy or rare widgets, each in its own chunk. */
const later = {
  cascade: laterWidget(async () => {
    const [{ Cascade }] = await Promise.all([import('./cascade/Cascade.tsx'), choiceSheet.load()]);
    return { default: Cascade };
  }),
  checkboxes: laterWidget(() => import('./checkboxes/Checkboxes.tsx').then((module) => ({ default: module.Checkboxes }))),
  lookup: laterWidget(() => import('./lookup/Lookup.tsx').then((module) => ({ default: module.Lookup }))),
  file: laterWidget(() => import('./file/File.tsx').then((module) => ({ default: module.FileField }))),
  imageCode: laterWidget(() => import('./imageCode/ImageCode.tsx').then((module) => ({ default: module.ImageCode }))),
  output: laterWidget(() => import('./output/Output.tsx').then((module) => ({ default: module.Output }))),
  photo: laterWidget(() => import('./photo/Photo.tsx').then((module) => ({ default: module.Photo }))),
  slider: laterWidget(async () => {
    const [{ themeWidget }, { default: Range }] = await Promise.all([
      import('./themeWidget.tsx'),
      import('@rjsf/react-bootstrap/lib/RangeWidget/RangeWidget.js'),
    ]);
    return { default: themeWidget(Range) };
  }),
  list: laterList,
  contactList: laterList,
  select: choiceSheet,
};

/** Preloads the code of widgets. */
export const loadWidgets = (names: readonly string[]): Promise<unknown> =>
  Promise.all(names.filter((name) => Object.hasOwn(later, name)).map((name) => later[name as keyof typeof later].load()));

/** The components of definitions.ts, by name. */
export const widgetComponents: Readonly<Record<string, Widget>> = {
  text: { component: Text, frame: 'label' },
  number: { component: NumberInput, frame: 'label' },
  phone: { component: Phone, frame: 'label' },
  oneTimeCode: { component: OneTimeCode, frame: 'label' },
  imageCode: { component: later.imageCode.component, frame: 'group' },
  date: { component: DateInput, frame: 'group' },
  select: { component: Select, frame: 'label' },
  radioCards: { component: RadioCards, frame: 'radiogroup' },
  checkbox: { component: Checkbox, frame: 'own' },
  checkboxes: { component: later.checkboxes.component, frame: 'group' },
  cascade: { component: later.cascade.component, frame: 'group' },
  lookup: { component: later.lookup.component, frame: 'label' },
  group: { component: () => null, frame: 'group' },
  list: { component: () => null, frame: 'group' },
  contactList: { component: () => null, frame: 'group' },
  photo: { component: later.photo.component, frame: 'group', answers: 'photo' },
  file: { component: later.file.component, frame: 'group', answers: 'file' },
  slider: { component: later.slider.component, frame: 'label' },
  confirmEntry: { component: ConfirmEntry, frame: 'label' },
  output: { component: later.output.component, frame: 'label' },
  hidden: { component: () => null, frame: 'own' },
};
