/** What another recipient entered before, as the service sends it. */
import { toBase64Url, toHex } from '@inkproof/proof/bytes'
import type { EarlierValue } from '@inkproof/protocol/envelopes'
import { appearanceHash, formatAppearance } from '@inkproof/signing/appearance-stream'
import {
  type AttachmentContent,
  hideValue,
  makeRevealed,
  sortHidden,
} from '@inkproof/signing/hidden-value'

/** A small triangle, which fits into every field of the samples. */
export const MARK = drawMark(8)
/** Another triangle. */
export const OTHER_MARK = drawMark(9)

/** Hides a text and a stream as the statement of their recipient does. */
export function sampleEarlier(
  field: string,
  {
    appearance,
    attachment,
    text,
  }: { text?: string; appearance?: Uint8Array; attachment?: AttachmentContent },
): EarlierValue {
  const revealed = sortHidden([
    ...(text === undefined ? [] : [makeRevealed('value', field, text)]),
    ...(attachment ? [makeRevealed('attachment', field, attachment)] : []),
    ...(appearance ? [makeRevealed('appearance', field, appearanceHash(appearance))] : []),
  ])
  return {
    field,
    hidden: revealed.map((item) => ({
      kind: item.kind as EarlierValue['hidden'][0]['kind'],
      hash: toHex(hideValue(item).hash),
      salt: toBase64Url(item.salt),
      content: toBase64Url(item.content),
    })),
    appearance: appearance ? toBase64Url(appearance) : null,
  }
}

function drawMark(height: number): Uint8Array {
  return formatAppearance([
    {
      segments: [['move', 2, 2], ['line', 8, 2], ['line', 5, height], ['close']],
      paint: { type: 'fill', rule: 'nonzero', colour: [0, 0, 0.5] },
    },
  ])
}
