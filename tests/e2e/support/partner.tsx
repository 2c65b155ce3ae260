import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { HakbangFlow } from '../../../src/embed/index.ts';

const words = { title: 'Claim', loading: 'One moment…', blocked: 'The claim needs a window of its own.', open: 'Open the claim' };

/** A page of another site with the React component; #server names the server. */
function Partner({ server }: { server: string }) {
  const [events, setEvents] = useState<string[]>([]);
  const [language, setLanguage] = useState('fil');
  const add = (event: string) => setEvents((before) => [...before.filter((each) => each !== event), event]);
  return (
    <>
      <h1>Partner</h1>
      <button type="button" onClick={() => setLanguage('en')}>
        English
      </button>
      <HakbangFlow
        server={server}
        flow="claim"
        language={language}
        words={words}
        onReady={() => add('ready')}
        onStep={(step) => add(`step ${step}`)}
        onComplete={() => add('complete')}
        onBlocked={() => add('blocked')}
      />
      <ol aria-label="Events">
        {events.map((event) => (
          <li key={event}>{event}</li>
        ))}
      </ol>
    </>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Partner server={root.dataset['server'] ?? ''} />
    </StrictMode>,
  );
