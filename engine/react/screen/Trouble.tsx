import { Button } from '../parts/Button.tsx';
import { useText } from '../text.tsx';
import { isRefusal } from './types.ts';

/** Shows an error with the text of the error catalogue, if there is one, and a retry button. */
export function Trouble({ error, onRetry }: { error?: unknown; onRetry: () => void }) {
  const texts = useText();
  return (
    <output className="notice notice-warning">
      <span className="notice-body">
        <span>
          {isRefusal(error) ? texts.t([`errors.${error.code}`, 'common.somethingWrong'], error.params) : texts.t('common.somethingWrong')}
        </span>
        <Button tone="secondary" icon="refresh" onClick={onRetry}>
          {texts.t('common.retry')}
        </Button>
      </span>
    </output>
  );
}
