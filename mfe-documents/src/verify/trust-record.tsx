import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { useState } from 'react'
import { addTrusted } from './trust-actions.ts'
import type { CheckedResult } from './verify-row.ts'

type Props = {
  facts: Pick<NonNullable<CheckedResult['verification']['facts']>, 'logKey' | 'origin'>
}

/** Asks whether to trust the record of a proof. Its name commits to its chain, contract and operator. */
export function TrustRecord({ facts }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function trust() {
    try {
      await addTrusted({ policy: facts.logKey, url: '' })
      setOpen(false)
    } catch (failure) {
      setError((failure as Error).message)
    }
  }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setOpen}
      tone="plain"
      trigger={<Button>{t('Trust this record')}</Button>}
      title={t('Trust this record?')}
      description={t(
        'Anyone can operate a public record. Trust it only if its operator, or the issuer of the file, has told you this name.',
      )}
      confirmLabel={t('Trust this record')}
      onConfirm={(event) => {
        event.preventDefault()
        void trust()
      }}
    >
      <p className="break-all rounded-lg border border-line bg-sunken px-3.5 py-2.5 font-mono text-ink text-xs">
        {sanitizeForDisplay(facts.origin)}
      </p>
      {error !== null && (
        <Alert tone="danger" className="mt-3">
          {error}
        </Alert>
      )}
    </AlertDialog>
  )
}
