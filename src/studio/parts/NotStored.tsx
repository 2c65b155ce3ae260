import { Button } from '../../../engine/react/parts/Button.tsx';
import { useText } from '../../../engine/react/text.tsx';

interface NotStoredProps {
  title: string;
  text: string;
  onDismiss: () => void;
}

/** Typed text that cannot be stored, to read and copy. */
export function NotStored({ title, text, onDismiss }: NotStoredProps) {
  const { t } = useText();
  return (
    <section className="file-conflicts" role="alert">
      <p>{title}</p>
      <pre className="file-kept">{text}</pre>
      <Button tone="quiet" onClick={onDismiss}>
        {t('common.blocks.rebase.notStored.dismiss')}
      </Button>
    </section>
  );
}
