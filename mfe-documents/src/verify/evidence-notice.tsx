import { formatOtherEvidence } from '@inkproof/pdf-signatures/evidence/wording'
import { pageTexts, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { removeEvidence, useVerify } from './verify.store.ts'
import type { FileEntry } from './verify-entries.ts'

/** The evidence files that belong to no PDF on the page. */
export function EvidenceNotice() {
  const { evidence, files } = useVerify()
  if (files.some(isBusy)) return null
  const used = new Set(files.map(usedBy))
  const hasPdf = files.some(
    ({ signatures }) => signatures?.step === 'checked' && !signatures.request?.signingRecord,
  )
  return evidence
    .filter(({ id }) => !used.has(id))
    .map(({ id, name }) => (
      <Alert
        key={id}
        tone={hasPdf ? 'warning' : 'info'}
        title={hasPdf ? formatOtherEvidence(pageTexts).headline : t('Add the signed PDF')}
        actions={
          <Button size="sm" onClick={() => removeEvidence(id)}>
            {t('Remove')}
          </Button>
        }
      >
        <p className="break-words">
          {hasPdf
            ? `${name}: ${formatOtherEvidence(pageTexts).context}`
            : t('“{name}” is the evidence of a signing request. Add the PDF that it belongs to.', {
                name,
              })}
        </p>
      </Alert>
    ))
}

function isBusy({ signatures, work }: FileEntry): boolean {
  return work.step === 'reading' || signatures?.step === 'checking'
}

function usedBy({ signatures }: FileEntry): string | undefined {
  return signatures?.step === 'checked' ? signatures.evidence : undefined
}
