/**
 * Checks that a request that was just sent is what the sender entered. A sender who does not sign never reviews it, and for the
 * others the invitations are mailed before their review.
 */
import { downloadPrepared, showEnvelope } from '@inkproof/protocol/calls/envelopes'
import type { Envelope } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import { checkDescription, checkFields, type Expected, PreparedDiffers } from './check-prepared.ts'
import { openPrepared } from './open-prepared.ts'
import { readEntered } from './signing-db.ts'

/** The request that was sent is not the one that the sender entered. */
export class StartedDiffers extends Error {
  override readonly name = 'StartedDiffers'
  readonly envelope: Envelope

  constructor(envelope: Envelope, difference: string) {
    super(
      t(
        'What was sent differs from what you entered (difference: {what}). Recipients may already have been invited. Withdraw the request, so that nobody can sign it, and send it again. If this happens again, contact the operator of this site.',
        { what: difference },
      ),
    )
    this.envelope = envelope
  }
}

/**
 * Fetches the description that all statements will commit to, and the prepared document, and compares both with what the sender
 * entered in this browser.
 *
 * @throws StartedDiffers, RequestError, or Error with a sentence for the user
 */
export async function checkStarted(id: string): Promise<void> {
  const { user } = useSession.getState()
  if (user === null) throw new Error(t('You signed out. Sign in, and try again.'))
  const entered = await readEntered(id, user.id)
  if (!entered)
    throw new Error(
      t('It no longer has what you entered. Open the request, and check it yourself.'),
    )
  const envelope = await call(showEnvelope, { params: { id } })
  try {
    await checkAll(envelope, { entered, email: user.email ?? '' })
  } catch (error) {
    if (error instanceof PreparedDiffers) throw new StartedDiffers(envelope, error.difference)
    throw error
  }
}

async function checkAll({ basis, id }: Envelope, expected: Expected): Promise<void> {
  if (basis === null) throw new PreparedDiffers('', t('its description'))
  const description = checkDescription(id, basis, expected)
  prepareToOpenPdf()
  const pdf = await openPrepared(await call(downloadPrepared, { params: { id } }), description)
  try {
    const boxes = pdf.pages.map(({ box }) => box)
    checkFields(description, expected.entered, boxes)
  } finally {
    pdf.close()
  }
}
