import { t } from '@inkproof/texts/text'
import { Button } from './button.tsx'

/** Shown while the page waits for the wallet, which may never respond: where to continue, and a cancel button. */
export function WalletWaiting({ name, onCancel }: { name: string; onCancel: () => void }) {
  return (
    <div role="status" className="flex items-center justify-between gap-3 text-ink-muted text-sm">
      <p>{t('Continue in {name}. It may have opened a separate window.', { name })}</p>
      <Button size="sm" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
