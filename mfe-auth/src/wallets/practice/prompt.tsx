import { t } from '@inkproof/texts/text'
import '../../full.css'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { shortenAddress } from '@inkproof/ui/format'
import { Textarea } from '@inkproof/ui/textarea'
import { createRoot } from 'react-dom/client'

export type Question = { address: string; text: string }

const MAX_ROWS = 14

/** The newest request; the next one waits for its answer. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Shows what is to be signed and asks for confirmation. Uses its own React root, because any page may ask this
 * wallet.
 */
export function ask(question: Question): Promise<boolean> {
  const answer = last.then(() => show(question))
  last = answer
  return answer
}

function show(question: Question): Promise<boolean> {
  const place = document.createElement('div')
  place.setAttribute('data-slice', 'auth')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise((resolve) => {
    function onAnswer(isAgreed: boolean) {
      root.unmount()
      place.remove()
      resolve(isAgreed)
    }
    root.render(<Prompt question={question} onAnswer={onAnswer} />)
  })
}

type PromptProps = { question: Question; onAnswer: (isAgreed: boolean) => void }

function Prompt({ question, onAnswer }: PromptProps) {
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      title={t('Sign with your practice wallet?')}
      description={t('Inkproof asks {address} to sign this message.', {
        address: shortenAddress(question.address),
      })}
      tone="plain"
      confirmLabel={t('Sign')}
      cancelLabel={t('Reject')}
      onConfirm={() => onAnswer(true)}
    >
      {/** A text field, so that a long message can be scrolled by keyboard. */}
      <Textarea
        readOnly
        aria-label={t('What is signed')}
        rows={Math.min(question.text.split('\n').length + 1, MAX_ROWS)}
        value={question.text}
        mono
        className="field-sizing-fixed!"
      />
    </AlertDialog>
  )
}
