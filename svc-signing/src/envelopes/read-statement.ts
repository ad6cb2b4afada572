/** Reads signed statements as calls contain them. */
import { fromBase64Url, toHex } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import type { SignRequest } from '@inkproof/protocol/sign-request'
import { decodeSignedStatement, type SignedStatement } from '@inkproof/signing/signed-statement'
import { decodeStatement, type Statement, statementDigest } from '@inkproof/signing/statement'
import { refused } from './check-statement.ts'

export type ReadStatement = {
  signed: SignedStatement
  statement: Statement
  /** Hex. */
  digest: string
  appearances: Uint8Array[]
}

/** @throws AppError STATEMENT_REFUSED */
export function readStatement({ appearances, signedStatement }: SignRequest): ReadStatement {
  try {
    const signed = decodeSignedStatement(fromBase64Url(signedStatement))
    return {
      signed,
      statement: decodeStatement(signed.statement),
      digest: toHex(statementDigest(signed.statement)),
      appearances: appearances.map((text) => fromBase64Url(text)),
    }
  } catch (error) {
    if (error instanceof ProofError) throw refused(error.code, error)
    throw error
  }
}
