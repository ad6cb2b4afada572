/** Compares acknowledged accounts and workspaces with the database and the mailbox. */
import { waitFor } from '@inkproof/launcher/process/wait'
import { expect } from '@jest/globals'
import type { Db } from 'mongodb'
import type { Ledger } from './ledger.ts'

const MAIL_TIMEOUT_MS = 60_000

type Mail = { messageId?: string; subject: string }

/**
 * Expects that the session of each registered account is still valid, and that its e-mail was delivered: at least once, and
 * always with the same Message-ID.
 */
export async function expectAccounts(
  { origin, mailboxUrl }: { origin: string; mailboxUrl: string },
  { accounts }: Ledger,
): Promise<void> {
  for (const { email, token } of accounts) {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${origin}/api/auth/me`, { headers })
    expect({ email, status: response.status }).toEqual({ email, status: 200 })
    const read = async () => {
      const query = new URLSearchParams({ 'to.address': email })
      return (await (await fetch(`${mailboxUrl}/email?${query}`)).json()) as Mail[]
    }
    const what = `an e-mail to ${email}`
    await waitFor(async () => (await read()).length > 0, { timeoutMs: MAIL_TIMEOUT_MS, what })
    const mails = await read()
    // The first e-mail is that of the registration; a later one reports a sign-in.
    const copies = mails.filter(({ subject }) => subject === mails[0]?.subject)
    const ids = new Set(copies.map(({ messageId }) => messageId))
    expect([...ids]).toEqual([expect.stringContaining('@')])
  }
}

/** Expects one workspace for each acknowledged request, and at most one for each of the others: none was sent twice. */
export async function expectWorkspaces(db: Db, { workspaces }: Ledger): Promise<void> {
  const names = workspaces.map(({ name }) => name)
  const rows = await db
    .collection('workspaces')
    .find({ name: { $in: names } })
    .toArray()
  const counts = new Map<string, number>()
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1)
  const isWrong = ({ name, isAcknowledged }: (typeof workspaces)[number]) => {
    const count = counts.get(name) ?? 0
    return isAcknowledged ? count !== 1 : count > 1
  }
  expect(workspaces.filter(isWrong)).toEqual([])
}
