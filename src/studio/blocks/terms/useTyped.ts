import { useState } from 'react';

/** What somebody types over a value, until the value is another one. */
export function useTyped(shown: string): [typed: string, type: (text: string) => void] {
  const [draft, setDraft] = useState({ of: shown, text: shown });
  return [draft.of === shown ? draft.text : shown, (text) => setDraft({ of: shown, text })];
}
