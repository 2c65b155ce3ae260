import type { Bundle } from '../../../../engine/texts/words.ts';

/** Texts of engine and widgets, as in a product's `locales/en/common.json`. */
export const common: Bundle = {
  optional: '(optional)',
  change: 'Change',
  close: 'Close',
  validation: {
    summary_one: 'Please check one answer',
    summary_other: 'Please check {{count}} answers',
    pattern: '{{label}} does not look right',
    format: 'Enter a full date that exists',
    type: 'Enter a number',
    const: 'Please accept to go on',
    enum: 'Choose one of the list',
    minLength: 'At least {{minLength}} characters',
    maxLength: 'At most {{maxLength}} characters',
    minimum: 'At least {{minimum}}',
    maximum: 'At most {{maximum}}',
    minItems: 'Add {{minItems}} people',
  },
  widgets: {
    select: {
      choose: 'Choose',
      search: 'Search',
      found_zero: 'Nothing found. Try fewer letters.',
      found_one: 'One found',
      found_other: '{{count}} found',
    },
    date: { day: 'Day', month: 'Month', year: 'Year', chooseMonth: 'Month' },
    cascade: { loading: 'Loading the list', failed: 'The list did not load.', retry: 'Try again' },
    list: { item: 'Item {{num}}', add: 'Add another', remove: 'Remove {{item}}' },
    contactList: { person: 'Person {{num}}', pick: 'From contacts' },
    photo: {
      take: 'Take a photo',
      retake: 'Take it again',
      choose: 'Choose a file',
      empty: 'No photo yet',
      preview: 'Preview: {{label}}',
      stored: 'Photo saved',
      sending: 'Sending the photo',
      done: 'Photo received',
      failed: 'The photo was not sent.',
      cameraWhy: 'Your browser will ask whether it may use the camera.',
      cameraRefused: 'The camera cannot be used here. Choose a file instead.',
      retry: 'Send again',
      starting: 'Starting the camera',
      shoot: 'Take the photo',
    },
    imageCode: {
      picture: 'A picture with characters',
      another: 'New picture',
      entry: 'Characters in the picture',
      cannotSee: 'I cannot see the picture',
      checking: 'Your phone is doing its part',
      checked: 'Ready to go on',
      proving: 'One moment: checking on your phone',
      proven: 'Checked, no picture needed',
      notProven: 'That did not work. Please try again.',
      notLoaded: 'The picture did not load.',
    },
    confirmEntry: { typeIt: 'Please type it: a copied mistake would go unnoticed.' },
  },
};

const industries = [
  'Accounting',
  'Agriculture',
  'Airlines',
  'Banking',
  'BPO and call centre',
  'Construction',
  'Education',
  'Energy',
  'Fishery',
  'Food service',
  'Government',
  'Health care',
  'Hospitality',
  'Insurance',
  'Logistics',
  'Manufacturing',
];
export const industryCodes = industries.map((_, index) => `i${index}`);

/** Gives each field, and each of its parts, its own sentence for a missing answer. */
function withSentences(fields: Bundle): Bundle {
  const entries = Object.entries(fields).map(([name, words]) => {
    if (typeof words === 'string') return [name, words] as const;
    const errors = typeof words['errors'] === 'object' ? words['errors'] : {};
    const sentence = typeof words['label'] === 'string' ? { errors: { required: `Please fill in: ${words['label']}`, ...errors } } : {};
    return [name, { ...withSentences(words), ...sentence }] as const;
  });
  return Object.fromEntries(entries);
}

export const words: Bundle = {
  common,
  errors: {
    networkAbnormal: 'No connection. Check mobile data or wifi.',
    photoProblem: 'This picture cannot be read. Take it again.',
    photoBlurred: 'This photo is not sharp. Hold the phone still.',
  },
  corrections: { unclear: 'The photo was not clear enough.' },
  enums: {
    payCycle: { weekly: 'Every week', biWeekly: 'Every two weeks', monthly: 'Every month', other: 'Other' },
    gender: { female: 'Female', male: 'Male' },
    relationship: { parents: 'Parent', spouse: 'Spouse', friends: 'Friend' },
    industry: Object.fromEntries(industries.map((name, index) => [`i${index}`, name])),
  },
  forms: {
    gallery: withSentences({
      name: { label: 'Full name', hint: 'As it stands on your ID', placeholder: 'Maria Santos' },
      notes: { label: 'Anything else' },
      card: { label: 'ID number', errors: { pattern: 'Enter the 12 digits of your ID' } },
      badgeKind: { label: 'Kind of badge', options: { club: 'Club', union: 'Union' } },
      badge: { label: 'Badge number', hints: { club: 'As on the card: N01-12-123456', union: 'As on the card: 12-3456789-0' } },
      zip: { label: 'ZIP code' },
      income: { label: 'Monthly income' },
      phone: { label: 'Mobile number', errors: { pattern: 'Enter the exact phone number starting with 9' } },
      code: { label: 'Code from the SMS' },
      birthDate: { label: 'Date of birth' },
      graduated: { label: 'Graduated' },
      gender: { label: 'Gender' },
      payCycle: { label: 'How often you are paid' },
      industry: { label: 'Industry' },
      place: {
        label: 'Where you live',
        province: { label: 'Province' },
        city: { label: 'City or municipality' },
        district: { label: 'Barangay' },
      },
      contacts: {
        label: 'People we may call',
        hint: 'Three people who know you. We call only if we cannot reach you.',
        name: { label: 'Name' },
        phone: { label: 'Mobile number', errors: { sameNumber: 'Give three different numbers' } },
        relationship: { label: 'Who they are to you' },
      },
      account: { label: 'Account number' },
      accountAgain: { label: 'Account number again', errors: { mismatch: 'The bank info does not match' } },
      idPhoto: { label: 'Photo of your ID', hint: 'All four corners, no glare' },
      selfie: { label: 'Selfie' },
      imageCode: { label: 'Prove that you are a person' },
      consent: { label: 'I have read and accept the privacy policy', link: 'Read the privacy policy' },
      spouse: { label: 'Name of your spouse' },
    }),
  },
};
