import { Icon } from '../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../engine/react/text.tsx';

export function BackButton({ onClick }: { onClick: () => void }) {
  const texts = useText();
  return (
    <button type="button" className="icon-button" aria-label={texts.t('common.back')} onClick={onClick}>
      <Icon name="back" />
    </button>
  );
}
