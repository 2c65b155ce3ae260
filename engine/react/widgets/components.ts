import { lazy } from 'react';
import type { Widget } from '../engine-context.tsx';
import { Checkbox } from './checkbox/Checkbox.tsx';
import { ConfirmEntry } from './confirmEntry/ConfirmEntry.tsx';
import { DateInput } from './date/DateInput.tsx';
import { NumberInput } from './number/Number.tsx';
import { OneTimeCode } from './oneTimeCode/OneTimeCode.tsx';
import { Phone } from './phone/Phone.tsx';
import { RadioCards } from './radioCards/RadioCards.tsx';
import { Select } from './select/Select.tsx';
import { Text } from './text/Text.tsx';

const Cascade = lazy(() => import('./cascade/Cascade.tsx').then((module) => ({ default: module.Cascade })));
const ContactList = lazy(() => import('./contactList/ContactList.tsx').then((module) => ({ default: module.ContactList })));
const ImageCode = lazy(() => import('./imageCode/ImageCode.tsx').then((module) => ({ default: module.ImageCode })));
const Photo = lazy(() => import('./photo/Photo.tsx').then((module) => ({ default: module.Photo })));

/** The components of definitions.ts, by name. What is heavy or rare is loaded when it is first shown. */
export const widgetComponents: Readonly<Record<string, Widget>> = {
  text: { component: Text, frame: 'label' },
  number: { component: NumberInput, frame: 'label' },
  phone: { component: Phone, frame: 'label' },
  oneTimeCode: { component: OneTimeCode, frame: 'label' },
  imageCode: { component: ImageCode, frame: 'group' },
  date: { component: DateInput, frame: 'group' },
  select: { component: Select, frame: 'label' },
  radioCards: { component: RadioCards, frame: 'radiogroup' },
  checkbox: { component: Checkbox, frame: 'own' },
  cascade: { component: Cascade, frame: 'group' },
  contactList: { component: ContactList, frame: 'group' },
  photo: { component: Photo, frame: 'group', answers: 'file' },
  confirmEntry: { component: ConfirmEntry, frame: 'label' },
};
