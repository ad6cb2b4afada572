import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import type { VerdictCode } from '@inkproof/proof/verdict'
import { toast } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { Download, FilePlus2, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { sentenceOf } from '../certificates/sentence-of.ts'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import { saveFile } from '../share/save-file.ts'
import type { Answer } from './answer-row.ts'
import { renew, verifyFiles } from './verify.store.ts'
import type { Row } from './verify-entries.ts'

type Props = { row: Row; answer: Extract<Answer, { step: 'checked' }> }

/** A newer state of the record may change these answers; a changed file stays a changed file. */
const RENEWABLE = new Set<VerdictCode>(['certified', 'untrusted', 'cannot-be-checked'])

/** What can be done with a proof that was checked: keep the completed one, bring it up to date. */
export function CheckedActions({ row, answer }: Props) {
  const isNew = answer.isCompleted || row.proof === null
  return (
    <>
      {row.file === null && <AddFile />}
      {isNew && (
        <Button onClick={() => saveFile(answer.proofText, proofName(row))}>
          <Download aria-hidden="true" />
          {answer.isCompleted ? 'Save the completed proof file' : 'Save its proof file'}
        </Button>
      )}
      {row.proof !== null &&
        !answer.isCompleted &&
        RENEWABLE.has(answer.verification.verdict.code) && <Renew row={row} />}
    </>
  )
}

/** A proof file alone says nothing about any file: the way to the missing half. */
function AddFile() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="primary" onClick={() => input.current?.click()}>
        <FilePlus2 aria-hidden="true" /> Add the file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="The file this proof is about"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          void verifyFiles(files, fingerprintFile)
        }}
      />
    </>
  )
}

function Renew({ row }: { row: Row }) {
  const [isBusy, setBusy] = useState(false)

  async function bringUpToDate() {
    setBusy(true)
    try {
      const outcome = await renew(row)
      toast(
        outcome === 'renewed'
          ? {
              title: 'Checked against the newest state',
              description: 'It also knows what was revoked since.',
            }
          : {
              title: 'Nothing newer',
              description: 'This installation’s record has no newer state for this proof.',
            },
      )
    } catch (error) {
      toast({
        title: 'The record could not be asked',
        description: sentenceOf(error),
        variant: 'error',
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button busy={isBusy} onClick={() => void bringUpToDate()}>
      <RefreshCw aria-hidden="true" /> Check against the newest state
    </Button>
  )
}

function proofName({ file, proof }: Row): string {
  return proof?.name ?? `${file?.name ?? 'certificate'}${PROOF_FILE_EXTENSION}`
}
