import { t } from '@inkproof/texts/text'
import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export type CopyButtonProps = {
  /** The text to copy. */
  value: string
  /** Accessible name: "Copy fingerprint". */
  label?: string | undefined
  /** Shows the label next to the icon. */
  withText?: boolean | undefined
  className?: string | undefined
}

const CONFIRMATION_MS = 2000
const ICONS = { idle: Copy, copied: Check, failed: X } as const

/** Copies text and confirms that it was copied. */
export function CopyButton({ value, label = t('Copy'), withText, className }: CopyButtonProps) {
  const [state, copy] = useCopy(value)
  const Icon = ICONS[state]
  const labels = {
    idle: label,
    copied: t('Copied'),
    failed: t('Your browser blocked copying. Select the text instead.'),
  }
  const icon = <Icon className={state === 'copied' ? 'text-success' : undefined} />
  return (
    <>
      {withText ? (
        <Button size="sm" onClick={copy} className={className}>
          {icon}
          {state === 'copied' ? t('Copied') : label}
        </Button>
      ) : (
        <IconButton size="sm" label={labels[state]} onClick={copy} className={className}>
          {icon}
        </IconButton>
      )}
      <span
        role="status"
        className={withText && state === 'failed' ? 'basis-full text-danger text-sm' : 'sr-only'}
      >
        {state === 'idle' ? '' : labels[state]}
        {withText && state === 'failed' && (
          <span className="block select-all break-all text-ink">{value}</span>
        )}
      </span>
    </>
  )
}

function useCopy(value: string): [keyof typeof ICONS, () => void] {
  const [state, setState] = useState<keyof typeof ICONS>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    writeText(value).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return [state, copy]
}

/** The clipboard API exists only in secure contexts. */
async function writeText(value: string): Promise<void> {
  if (!navigator.clipboard)
    throw new Error('the clipboard is not available outside a secure context')
  await navigator.clipboard.writeText(value)
}
