import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import type { VerdictCode } from '@inkproof/proof/verdict'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Download, FilePlus2, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { verifyAgain, verifyFiles } from './verify.store.ts'
import type { Row } from './verify-entries.ts'
import type { RowOutcome } from './verify-row.ts'

type Props = { row: Row; outcome: Extract<RowOutcome, { step: 'checked' }> }

/** Verdicts that the latest state of the record may change; a changed file stays changed. */
const CHANGEABLE_VERDICTS = new Set<VerdictCode>(['certified', 'untrusted', 'cannot-be-checked'])

/** Actions on a verified proof: saving the completed proof file, verifying again. */
export function CheckedActions({ row, outcome }: Props) {
  const isNew = outcome.isCompleted || row.proof === null
  return (
    <>
      {row.file === null && <AddFile />}
      {isNew && (
        <Button onClick={() => saveFile(outcome.proofText, proofName(row))}>
          <Download aria-hidden="true" />
          {outcome.isCompleted ? t('Save the completed proof file') : t('Save the proof file')}
        </Button>
      )}
      {row.proof !== null &&
        !outcome.isCompleted &&
        CHANGEABLE_VERDICTS.has(outcome.verification.verdict.code) && (
          <Button onClick={verifyAgain}>
            <RefreshCw aria-hidden="true" /> {t('Verify again')}
          </Button>
        )}
    </>
  )
}

/** A button to add the file, shown when there is only a proof file. */
function AddFile() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="primary" onClick={() => input.current?.click()}>
        <FilePlus2 aria-hidden="true" /> {t('Add the file')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('The file this proof is for')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          void verifyFiles(files, fingerprintFile)
        }}
      />
    </>
  )
}

function proofName({ file, proof }: Row): string {
  return proof?.name ?? `${file?.name ?? 'certificate'}${PROOF_FILE_EXTENSION}`
}
