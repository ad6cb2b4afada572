import { t } from '@inkproof/texts/text'
import '../../full.css'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { shortenAddress } from '@inkproof/ui/format'
import { Textarea } from '@inkproof/ui/textarea'
import { createRoot } from 'react-dom/client'

export type SigningRequest = { address: string; text: string }

const MAX_ROWS = 14

/** Resolves when the latest prompt is closed; only then is the next prompt shown. */
let lastPrompt: Promise<unknown> = Promise.resolve()

/**
 * Shows the text to sign and asks the user to confirm it. Uses its own React root, because every page can use this
 * wallet.
 */
export function requestConfirmation(request: SigningRequest): Promise<boolean> {
  const result = lastPrompt.then(() => renderPrompt(request))
  lastPrompt = result
  return result
}

function renderPrompt(request: SigningRequest): Promise<boolean> {
  const container = document.createElement('div')
  container.setAttribute('data-slice', 'auth')
  document.body.append(container)
  const root = createRoot(container)
  return new Promise((resolve) => {
    function onDecision(isConfirmed: boolean) {
      root.unmount()
      container.remove()
      resolve(isConfirmed)
    }
    root.render(<Prompt request={request} onDecision={onDecision} />)
  })
}

type PromptProps = { request: SigningRequest; onDecision: (isConfirmed: boolean) => void }

function Prompt({ request, onDecision }: PromptProps) {
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onDecision(false)}
      title={t('Sign with your practice wallet?')}
      description={t('Inkproof is requesting a signature from {address}.', {
        address: shortenAddress(request.address),
      })}
      tone="plain"
      confirmLabel={t('Sign')}
      cancelLabel={t('Reject')}
      onConfirm={() => onDecision(true)}
    >
      {/** A text field, so that a long message can be scrolled with the keyboard. */}
      <Textarea
        readOnly
        aria-label={t('Message to sign')}
        rows={Math.min(request.text.split('\n').length + 1, MAX_ROWS)}
        value={request.text}
        mono
        className="field-sizing-fixed!"
      />
    </AlertDialog>
  )
}
