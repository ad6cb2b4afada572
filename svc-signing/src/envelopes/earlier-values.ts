/** What recipients see of those with a lower order, and name as seen in their statements. */
import { equal, fromBase64Url, toBase64Url, toHex } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { EarlierValue } from '@inkproof/protocol/envelopes'
import {
  type HiddenValue,
  hiddenKey,
  hideValue,
  type RevealedValue,
} from '@inkproof/signing/hidden-value'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { decodeStatement, type Statement } from '@inkproof/signing/statement'
import type { RecipientRow, StatementRow } from './envelopes.model.ts'

/** Returns the values of the recipients with a strictly lower order. */
export function earlierValues(
  recipients: readonly RecipientRow[],
  { order }: Pick<RecipientRow, 'order'>,
): EarlierValue[] {
  return earlierStatements(recipients, order).flatMap(readValues)
}

/** Returns the reason for which what a statement names as seen is refused; undefined if it is exactly right. */
export function findSeenProblem(
  { seen }: Pick<Statement, 'seen'>,
  recipients: readonly RecipientRow[],
  { order }: Pick<RecipientRow, 'order'>,
): string | undefined {
  const expected = new Map(
    earlierStatements(recipients, order)
      .flatMap(readHidden)
      .map((value) => [hiddenKey(value), value]),
  )
  for (const value of seen) {
    const shown = expected.get(hiddenKey(value))
    if (!shown) return 'SEEN_UNKNOWN'
    if (!equal(shown.hash, value.hash)) return 'SEEN_DIFFERS'
  }
  return seen.length < expected.size ? 'SEEN_MISSING' : undefined
}

function earlierStatements(recipients: readonly RecipientRow[], order: number): StatementRow[] {
  return recipients.flatMap((item) =>
    item.order < order && item.statement ? [item.statement] : [],
  )
}

function readHidden({ signed }: StatementRow): HiddenValue[] {
  return decodeStatement(decodeSignedStatement(fromBase64Url(signed)).statement).values
}

/** All values of a statement are revealed to the service, which checks them before it accepts the statement. */
function readValues({ appearances, signed }: StatementRow): EarlierValue[] {
  const { revealed } = decodeSignedStatement(fromBase64Url(signed))
  const streams = new Map(appearances.map((text) => [toHex(nodeSha256(fromBase64Url(text))), text]))
  return [...new Set(revealed.map(({ field }) => field))].map((field) => {
    const own = revealed.filter((item) => item.field === field)
    const stream = own.find(({ kind }) => kind === 'appearance')
    return {
      field,
      hidden: own.map(toSeen),
      appearance: (stream && streams.get(toHex(stream.content))) ?? null,
    }
  })
}

function toSeen(revealed: RevealedValue): EarlierValue['hidden'][number] {
  const { content, kind, salt } = revealed
  // Only a statement that declines has a reason, and it ends the request.
  if (kind === 'reason') throw new Error('a reason is not the value of a field')
  const hash = toHex(hideValue(revealed, nodeSha256).hash)
  return { kind, hash, salt: toBase64Url(salt), content: toBase64Url(content) }
}
