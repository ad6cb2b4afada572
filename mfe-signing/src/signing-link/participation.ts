import type { LinkedRequest, SentSigningCode } from '@inkproof/protocol/signing-links'
import type { ReactNode } from 'react'
import type { Entered } from '../filling/entered-db.ts'
import type { EnteredState } from '../filling/use-entered.ts'
import type { KeyChoice } from '../key-choice/use-key-choice.ts'
import type { Link } from './link.ts'

/** What the forms of a recipient's page have in common. */
export type Participation = {
  link: Link
  request: LinkedRequest
  /** Whether a mailed code is needed before the person can act. */
  needsCode: boolean
  /** The newest code that was requested for the chosen key. */
  sent: SentSigningCode | null
  /** With what the person signs. */
  keyChoice: KeyChoice
  onSent: (sent: SentSigningCode) => void
  onRequest: (request: LinkedRequest) => void
  /** The request has changed and must be fetched again. */
  onStale: () => void
}

/** What the steps have in common that show the document. */
export type DocumentStageProps = Participation & {
  entered: Entered
  setValue: EnteredState['setValue']
  onBack: () => void
  /** Buttons for people who do not want to sign. */
  otherActions: ReactNode
}
